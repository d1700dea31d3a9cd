/* What pictures show of a comparison. What differs is marked, from the first ruleset under which
 * the history is legal. */
#include "cli/verbs/compare_picture.h"

#include <errno.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "cli/plays_text.h"
#include "cli/verbs/solve_picture.h"
#include "json/player.h"

static const struct picture_play *find_play(const struct picture_play *plays, size_t count,
                                            struct solve_move move)
{
    for (size_t i = 0; i < count; i++)
        if (plays[i].move.kind == move.kind && plays[i].move.point == move.point &&
            plays[i].move.cycle == move.cycle)
            return &plays[i];
    return NULL;
}

/* The plays of a result, with room for those that are not legal in it. */
static int plays_of(const struct compared *one, int komi, size_t room,
                    struct picture_play **ret_plays, size_t *ret_count)
{
    struct picture_play *plays, *grown;
    size_t count;
    int r = picture_plays_of_result(one->result, komi, &plays, &count);
    if (r < 0)
        return r;
    grown = realloc(plays, (count + room + 1) * sizeof(*plays));
    if (grown == NULL) {
        free(plays);
        return -ENOMEM;
    }
    *ret_plays = grown;
    *ret_count = count;
    return 0;
}

/* Marks what is not as under the first ruleset. Returns how many plays there are then. */
static size_t mark(const struct compared *one, struct picture_play *plays, size_t count,
                   const struct compared *first, const struct picture_play *of_first,
                   size_t first_count)
{
    size_t all = count;
    for (size_t i = 0; i < count; i++) {
        const struct picture_play *other = find_play(of_first, first_count, plays[i].move);
        plays[i].differs =
            other == NULL || compared_values_differ(&plays[i].bounds, one->rules, &other->bounds,
                                                    first->rules) == DIFFERS_YES;
    }
    for (size_t i = 0; i < first_count; i++)
        if (find_play(plays, count, of_first[i].move) == NULL)
            plays[all++] =
                (struct picture_play){.move = of_first[i].move, .differs = true, .illegal = true};
    return all;
}

static int add_heat(struct picture *picture, const struct compare_options *options,
                    const struct compared *first, const struct compared *one, const char *caption)
{
    struct picture_play *of_first = NULL, *plays;
    size_t first_count = 0, count;
    int komi = options->komi_half_points;
    int r = first != one ? plays_of(first, komi, 0, &of_first, &first_count) : 0;
    if (r < 0)
        return r;
    r = plays_of(one, komi, first_count, &plays, &count);
    if (r == 0) {
        if (first != one)
            count = mark(one, plays, count, first, of_first, first_count);
        picture_add_heat(picture, one->game, solve_game_turns(one->game), plays, count, komi,
                         caption);
        free(plays);
    }
    free(of_first);
    return r;
}

/* "psk: +2", "ssk: 0, not as the first" or why the history is refused. */
static char *caption_of(const struct compared *one)
{
    struct strbuf text = {0};
    char value[96];
    strbuf_add(&text, "%s: ", solve_rules_text(one->rules));
    if (one->refused != NULL) {
        strbuf_add(&text, "%s", one->refused);
    } else if (solve_game_is_over(one->game)) {
        strbuf_add(&text, "the game is over");
    } else {
        plays_text_bounds(&one->bounds, one->rules, value, sizeof(value));
        strbuf_add(&text, "%s%s", one->values == DIFFERS_YES ? "\u2260 " : "", value);
    }
    return strbuf_take(&text);
}

static int add_ruleset(struct picture *picture, const struct compare_options *options,
                       const struct compared *first, const struct compared *one)
{
    const struct picture_option *option = &options->picture;
    char *caption = caption_of(one);
    int r = caption != NULL ? 0 : -ENOMEM;
    bool over = r == 0 && one->refused == NULL && solve_game_is_over(one->game);
    for (size_t i = 0; i < option->count && r == 0; i++) {
        const char *above = i == 0 ? caption : NULL;
        if (one->refused != NULL)
            picture_add_position(picture, one->game, solve_game_turns(one->game), above);
        else if (option->kinds[i] == PICTURE_HEAT && !over)
            r = add_heat(picture, options, first, one, above);
        else
            solve_picture_add(picture, over ? PICTURE_POSITION : option->kinds[i], one->result,
                              above);
        if (one->refused != NULL || over)
            break; /* there is one board */
    }
    free(caption);
    return r;
}

static void set_title(struct picture *picture, const struct compare_options *options,
                      const struct compared *first)
{
    struct strbuf title = {0};
    strbuf_add(&title, "%s", solve_board_name(options->setup.board));
    if (first != NULL && !solve_game_is_over(first->game))
        strbuf_add(&title, ", %s to move", player_title(solve_game_to_move(first->game)));
    if (title.chars != NULL && !title.failed)
        picture_set_title(picture, title.chars);
    strbuf_release(&title);
}

int compare_picture_write(const struct compare_options *options, const struct compared *list,
                          struct error *err)
{
    size_t count = options->rulesets.count;
    const struct compared *first = NULL;
    struct picture *picture = NULL;
    int r = picture_new(&picture);
    for (size_t i = count; i > 0; i--)
        if (list[i - 1].refused == NULL)
            first = &list[i - 1];
    for (size_t i = 0; i < count && r == 0; i++)
        r = add_ruleset(picture, options, first, &list[i]);
    if (r < 0) {
        picture_free(picture);
        return error_set(err, r, "--picture '%.120s': out of memory", options->picture.path);
    }
    set_title(picture, options, first);
    if (first != NULL)
        picture_add_note(picture, "Values are Black's margin in points, before komi.");
    return picture_option_write(&options->picture, picture, err);
}
