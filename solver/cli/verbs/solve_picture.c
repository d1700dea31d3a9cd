/* What pictures show of a result. */
#include "cli/verbs/solve_picture.h"

#include <stdlib.h>

#include "cli/plays_text.h"
#include "report/asked.h"
#include "json/player.h"

/* The line: where it goes after its moves. */
static char *line_end(const struct solve_result *result, size_t first, size_t last)
{
    struct strbuf text = {0};
    long cycle = solve_result_pv_cycle(result);
    if (cycle >= 0)
        strbuf_add(&text, "Moves %zu to %zu are played again and again.", first + (size_t)cycle,
                   last);
    else if (!solve_result_pv_complete(result))
        strbuf_add(&text, "The line goes on.");
    return strbuf_take(&text);
}

void solve_picture_add(struct picture *picture, enum picture_kind kind,
                       const struct solve_result *result, const char *caption)
{
    const struct solve_game *game = solve_result_game(result);
    size_t count, last = solve_game_turns(game);
    solve_result_pv(result, &count);
    size_t root = last - count;
    if (kind == PICTURE_LINE && count > 0)
        picture_add_line(picture, game, root + 1, last, caption);
    else if (kind == PICTURE_BOARDS && count > 0)
        picture_add_boards(picture, game, root, last, caption);
    else
        picture_add_position(picture, game, root, caption);
    if (count > 0 && (kind == PICTURE_LINE || kind == PICTURE_BOARDS)) {
        char *end = line_end(result, root + 1, last);
        if (end != NULL && end[0] != '\0')
            picture_add_note(picture, end);
        free(end);
    }
}

static void set_title(struct picture *picture, const struct solve_options *options,
                      const struct solve_result *result)
{
    const struct game_setup *setup = &options->setup;
    struct strbuf title = {0};
    struct solve_bounds bounds;
    char value[96];
    strbuf_add(&title, "%s, %s", solve_board_name(setup->board), solve_rules_text(setup->rules));
    if (solve_game_is_over(options->game)) {
        strbuf_add(&title, ": the game is over");
    } else if (solve_result_bounds(result, &bounds) == 0) {
        plays_text_bounds(&bounds, setup->rules, value, sizeof(value));
        strbuf_add(&title, ", %s to move: %s", player_title(solve_game_to_move(options->game)),
                   value);
    }
    if (title.chars != NULL && !title.failed)
        picture_set_title(picture, title.chars);
    strbuf_release(&title);
}

/* Adds a note that says what was asked, and the answer. */
static void add_asked(struct picture *picture, const struct solve_options *options,
                      const struct solve_result *result)
{
    struct strbuf text = {0};
    struct solve_bounds bounds;
    if (!options->asks || solve_result_bounds(result, &bounds) < 0)
        return;
    strbuf_add(&text, "Asked: ");
    asked_add(&text, &options->asked, &bounds, options->setup.rules);
    if (text.chars != NULL && !text.failed)
        picture_add_note(picture, text.chars);
    strbuf_release(&text);
}

static int add_heat(struct picture *picture, const struct solve_options *options,
                    const struct solve_result *result)
{
    struct picture_play *plays;
    size_t count;
    int r = picture_plays_of_result(result, options->komi_half_points, &plays, &count);
    if (r < 0)
        return r;
    picture_add_heat(picture, options->game, solve_game_turns(options->game), plays, count,
                     options->komi_half_points, "first plays");
    picture_add_note(picture, "Values are Black's margin in points, before komi.");
    free(plays);
    return 0;
}

int solve_picture_write(const struct solve_options *options, const struct solve_result *result,
                        struct error *err)
{
    const struct picture_option *option = &options->picture;
    static const char *const captions[] = {[PICTURE_POSITION] = "the position",
                                           [PICTURE_LINE] = "a best line",
                                           [PICTURE_BOARDS] = "a best line"};
    struct picture *picture = NULL;
    bool over = solve_game_is_over(options->game);
    size_t moves;
    solve_result_pv(result, &moves);
    int r = picture_new(&picture);
    for (size_t i = 0; i < option->count && r == 0; i++) {
        enum picture_kind kind = option->kinds[i];
        if ((over || (kind != PICTURE_HEAT && kind != PICTURE_POSITION && moves == 0)) && i > 0)
            continue; /* there is one board */
        if (kind == PICTURE_HEAT && !over)
            r = add_heat(picture, options, result);
        else
            solve_picture_add(picture, kind, result,
                              captions[moves == 0 ? PICTURE_POSITION : kind]);
    }
    if (r < 0) {
        picture_free(picture);
        return error_set(err, r, "--picture '%.120s': out of memory", option->path);
    }
    add_asked(picture, options, result);
    set_title(picture, options, result);
    return picture_option_write(option, picture, err);
}
