/*
 * Bill Spight's Ing-Spight Ko Rule (Sensei's Library). Two rules forbid stone plays:
 *
 * - The ko rule: a hot stone may not be captured by a ko play. A ko play is a play in a ko: in an
 *   even cycle of board plays that contains no odd one (play_cycles.h). It need not have been
 *   played yet: whether a play is a ko play follows from the board. A stone is hot if it was played
 *   in the present sequence of ko plays, which a pass, or a stone that is no ko play, ends.
 * - The odd cycle rule: an odd cycle may be played once only, even with intervening plays. So a
 *   play is illegal that ends the second playing of a cycle: its plays came twice in their order,
 *   whatever else came between them, and are an odd cycle from the board that now arises.
 *
 * The text sets no bound to the length of a cycle; the field longest-cycle does
 * (docs/decisions.md). Two passes in a row end the game; stones and surrounded points count, as in
 * the rules of Ing.
 */
#include "rules/ing_spight.h"

#include <stdlib.h>

#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

static const struct field field_longest = {
    "longest-cycle",
    {"8", "6", "4", NULL},
    "how many plays a cycle may have for the rule to speak of it",
};

static const struct field *const fields[] = {&field_longest, &field_suicide, NULL};

bool ing_spight_is(const struct ruleset *rules)
{
    return rules->family == &family_ing_spight;
}

struct play_cycles ing_spight_cycles(const struct graph *graph, const struct ruleset *rules)
{
    return (struct play_cycles){
        .graph = graph,
        .suicide = ruleset_suicide(rules),
        .longest = atoi(ruleset_value_text(rules, &field_longest)),
    };
}

/* --- the ko rule --- */

/* Is a turn, a stone, a ko play? It takes long to find on some boards, so it is found when it is
 * asked for, and kept. */
static bool is_ko_play(const struct game *game, size_t at)
{
    struct turn *turn = &game->turns[at];
    if (turn->in_ko == IN_KO_UNKNOWN) {
        struct play_cycles cycles = ing_spight_cycles(game->graph, &game->rules);
        bool in_ko = play_cycles_in_ko(&cycles, &turn[-1].board, turn->player, turn->move.point);
        turn->in_ko = in_ko ? IN_KO_YES : IN_KO_NO;
    }
    return turn->in_ko == IN_KO_YES;
}

/*
 * The turn of the present sequence of ko plays that placed the stone on point before the last turn;
 * 0 if none did. A point is not played on again before it is empty, so it is the latest.
 */
static size_t hot_since(const struct game *game, int point)
{
    size_t since = game->count - 2, at = game->count - 2;
    while (since > 0 && game->turns[since].move.kind == MOVE_STONE &&
           game->turns[since].move.point != point)
        since--;
    if (since == 0 || game->turns[since].move.kind != MOVE_STONE)
        return 0;
    while (at >= since && is_ko_play(game, at)) /* all of them are stones */
        at--;
    return at < since ? since : 0;
}

static void judge_hot(const struct game *game, struct verdict *verdict)
{
    const struct turn *now = game_now(game), *before = now - 1;
    struct play_cycles cycles = ing_spight_cycles(game->graph, &game->rules);
    for (int p = 0; p < game->graph->points; p++) {
        bool captured = before->board.cells[p] == STONE_OF(1 - now->player) &&
                        now->board.cells[p] == POINT_EMPTY;
        size_t since = captured ? hot_since(game, p) : 0;
        if (since == 0)
            continue;
        if (play_cycles_in_ko(&cycles, &before->board, now->player, now->move.point))
            game_refuse(verdict, "ing-spight",
                        "is a ko play and captures %s, which was played by move %zu and is hot",
                        game->graph->names[p], since);
        return;
    }
}

/* --- the odd cycle rule --- */

/* Is the turn the play? */
static bool is_play(const struct game *game, size_t at, const struct board_play *play)
{
    const struct turn *turn = &game->turns[at];
    struct board_play made;
    if (turn->move.kind != MOVE_STONE || turn->player != play->player ||
        turn->move.point != play->point)
        return false;
    play_cycles_read(game->graph, &turn[-1].board, &turn->board, play->player, play->point, &made);
    return play_cycles_equal(&made, play);
}

static bool came_twice(void *arg, const struct board_play *play)
{
    const struct game *game = arg;
    int count = 0;
    for (size_t i = game->count - 1; i > 0 && count < 2; i--)
        count += is_play(game, i, play);
    return count == 2;
}

/* Does the last turn end the second playing of the cycle? */
static bool ends_second(void *arg, const struct board_play *plays, int count)
{
    const struct game *game = arg;
    int left = 2 * count;
    if (!is_play(game, game->count - 1, &plays[count - 1]))
        return false;
    for (size_t i = game->count - 1; i > 0 && left > 0; i--)
        left -= is_play(game, i, &plays[(left - 1) % count]);
    return left == 0;
}

static void judge_odd(const struct game *game, struct verdict *verdict)
{
    const struct turn *now = game_now(game);
    struct play_cycles cycles = ing_spight_cycles(game->graph, &game->rules);
    struct board_play last;
    play_cycles_read(game->graph, &now[-1].board, &now->board, now->player, now->move.point, &last);
    if (came_twice((void *)game, &last) &&
        play_cycles_odd(&cycles, &now->board, now->player, came_twice, ends_second, (void *)game))
        game_refuse(verdict, "ing-spight", "ends an odd cycle that was played once already");
}

static void judge(const struct game *game, struct verdict *verdict)
{
    if (game_now(game)->move.kind != MOVE_STONE)
        return;
    judge_hot(game, verdict);
    if (verdict->legal)
        judge_odd(game, verdict);
}

static void conclude(const struct game *game, struct turn *now)
{
    (void)game;
    now->in_ko = IN_KO_UNKNOWN;
    game_end_by_passes(now);
}

/* For the engine (history_model.h). No items fit: a play moves the counts of the cycles that go on
 * with it, and no others. */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    (void)rules;
    *ret_model = (struct history_model){
        .cycles = true,
        .always_there = -1,
        .pairs = true,
        .endless = true,
        .unbounded = true,
        .cycle_word = "endless play",
    };
}

const struct family family_ing_spight = {
    .name = "ing-spight",
    FAMILY_PARTS,
};
