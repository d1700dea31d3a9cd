/* What pictures show of endless play. */
#include "cli/verbs/endless_picture.h"

#include <stdio.h>

#include "base/human.h"
#include "base/strbuf.h"

/* Plays the way and the cycle once; they were replayed before. */
static int play(const struct solve_game *start, const struct solve_endless *found,
                struct solve_game **ret_game)
{
    struct solve_game *game;
    int r = solve_game_copy(start, &game);
    if (r < 0)
        return r;
    for (size_t i = 0; i < found->way + found->cycle && r == 0; i++)
        r = solve_game_play(game, found->moves[i], NULL);
    if (r < 0)
        solve_game_free(game);
    else
        *ret_game = game;
    return r;
}

static void add_kind(struct picture *picture, enum picture_kind kind, const struct solve_game *game,
                     size_t start, const struct solve_endless *found)
{
    size_t lap = start + found->way, end = lap + found->cycle;
    if (kind == PICTURE_BOARDS) {
        picture_add_boards(picture, game, start, end, NULL);
        return;
    }
    if (found->way > 0)
        picture_add_line(picture, game, start + 1, lap, "the way there");
    if (kind == PICTURE_LINE)
        picture_add_line(picture, game, lap + 1, end, "the lap");
    else
        picture_add_lap(picture, game, lap, end, "the lap, for ever");
}

static void add_texts(struct picture *picture, const struct solve_game *game,
                      const struct solve_endless *found)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%s, %s: play can go on for ever", solve_board_name(solve_game_board(game)),
               solve_rules_text(solve_game_rules(game)));
    if (text.chars != NULL && !text.failed)
        picture_set_title(picture, text.chars);
    strbuf_release(&text);
    strbuf_add(&text, "The lap has %s%s.", human_count(found->cycle, "turn", "turns"),
               found->shortest ? "; none that can be reached is shorter" : "");
    if (text.chars != NULL && !text.failed)
        picture_add_note(picture, text.chars);
    strbuf_release(&text);
}

int endless_picture_write(const struct picture_option *option, const struct solve_game *start,
                          const struct solve_endless *found, struct error *err)
{
    struct picture *picture = NULL;
    struct solve_game *game;
    if (found->moves == NULL) {
        fprintf(stderr, "solve: no lap was found: no picture is written\n");
        return 0;
    }
    int r = play(start, found, &game);
    if (r < 0)
        return error_set(err, r, "--picture '%.120s': out of memory", option->path);
    r = picture_new(&picture);
    for (size_t i = 0; i < option->count && r == 0; i++)
        add_kind(picture, option->kinds[i], game, solve_game_turns(start), found);
    if (r == 0) {
        add_texts(picture, game, found);
        r = picture_option_write(option, picture, err);
    } else {
        error_set(err, r, "--picture '%.120s': out of memory", option->path);
    }
    solve_game_free(game);
    return r;
}
