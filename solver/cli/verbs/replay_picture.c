/* What pictures show of a replay. */
#include "cli/verbs/replay_picture.h"

#include "base/human.h"
#include "base/strbuf.h"
#include "report/move_text.h"

/* "3x4: " for a sheet of several rulesets, else "3x4, psk". */
static void set_title(struct picture *picture, const struct game_setup *setup, bool rules,
                      const char *more)
{
    struct strbuf title = {0};
    strbuf_add(&title, "%s%s%s%s", solve_board_name(setup->board), rules ? ", " : "",
               rules ? solve_rules_text(setup->rules) : "", more);
    if (title.chars != NULL && !title.failed)
        picture_set_title(picture, title.chars);
    strbuf_release(&title);
}

/* The first turn that is shown: 0, the start, unless --last wants fewer moves. */
static size_t first_shown(const struct replayed *replay)
{
    size_t moves = solve_game_turns(replay->game);
    return replay->last == 0 || moves <= replay->last ? 0 : moves - replay->last + 1;
}

/* Adds panels of the kinds. */
static void add_kinds(struct picture *picture, const struct picture_option *option,
                      const struct replayed *replay, const char *caption)
{
    size_t last = solve_game_turns(replay->game), first = first_shown(replay);
    for (size_t i = 0; i < option->count; i++) {
        const char *above = i == 0 ? caption : NULL;
        if (option->kinds[i] == PICTURE_BOARDS)
            picture_add_boards(picture, replay->game, first, last, above);
        else if (option->kinds[i] == PICTURE_LINE && last > 0)
            picture_add_line(picture, replay->game, first > 0 ? first : 1, last, above);
        else
            picture_add_position(picture, replay->game, last, above);
    }
}

/* Appends that the move after the last was not legal. */
static void add_refusal(struct strbuf *text, const struct replayed *replay)
{
    size_t turns = solve_game_turns(replay->game);
    const struct game_setup *setup = replay->setup;
    strbuf_add(text, "%zu: %s is not legal: %s", turns + 1,
               move_text(setup->board, setup->moves[turns]), replay->refusal.reason);
    if (replay->not_played > 0)
        strbuf_add(text, "; %s not played",
                   human_count(replay->not_played, "more move was", "more moves were"));
}

int replay_picture_write(const struct picture_option *option, const struct replayed *replay,
                         struct error *err)
{
    struct picture *picture;
    struct strbuf text = {0};
    size_t before = first_shown(replay);
    int r = picture_new(&picture);
    if (r < 0)
        return error_set(err, r, "--picture '%.120s': out of memory", option->path);
    set_title(picture, replay->setup, true, "");
    add_kinds(picture, option, replay, NULL);
    if (before > 1)
        strbuf_add(&text, "%s before these.", human_count(before - 1, "move", "moves"));
    if (text.chars != NULL)
        picture_add_note(picture, text.chars);
    strbuf_release(&text);
    if (replay->refused)
        add_refusal(&text, replay);
    if (text.chars != NULL)
        picture_add_note(picture, text.chars);
    strbuf_release(&text);
    return picture_option_write(option, picture, err);
}

int replay_picture_write_judge(const struct picture_option *option, const struct judge *judge,
                               struct error *err)
{
    struct picture *picture;
    int r = picture_new(&picture);
    if (r < 0)
        return error_set(err, r, "--picture '%.120s': out of memory", option->path);
    set_title(picture, judge->setup, false, ": one game under several rulesets");
    for (size_t i = 0; i < judge->rulesets->count; i++) {
        const struct replayed *one = &judge->list[i];
        struct strbuf text = {0};
        strbuf_add(&text, "%s: ", solve_rules_text(judge->rulesets->list[i]));
        if (one->refused)
            add_refusal(&text, one);
        else
            strbuf_add(&text, "all moves are legal");
        add_kinds(picture, option, one, text.chars);
        strbuf_release(&text);
    }
    return picture_option_write(option, picture, err);
}
