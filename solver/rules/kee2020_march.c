/*
 * Kee Rules of Go, by Wilton Kee, 16 March 2020 (Sensei's Library). Two rules forbid stone plays:
 *
 * - Positional superko: no stone may bring back a board encountered before, unless a pass has
 *   intervened (kee2020.c; the example is the same).
 * - A stone right after a pass is disturbing, but for one right after a full round of passes. The
 *   same player may not make a disturbing play on the same board again.
 *
 * The game ends when all opponents of a player have in a row passed on a board for the second time,
 * with no disturbing play in between: with two players, when a player passes on a board again.
 *
 * Every play is finite: each player makes one disturbing play on each board at most. After the last
 * of them nobody passes on a board twice, and between passes no board comes back.
 */
#include "rules/game.h"
#include "rules/history_model.h"
#include "rules/kee2020.h"

static const struct field *const fields[] = {&field_passed_board, &field_suicide, &field_scoring,
                                             NULL};

/* Is turn i a disturbing play? */
static bool is_disturbing(const struct game *game, size_t i)
{
    return i > 0 && game->turns[i].move.kind == MOVE_STONE && game->turns[i - 1].passes > 0 &&
           game->turns[i - 1].passes < game->players;
}

static void judge(const struct game *game, struct verdict *verdict)
{
    size_t last = game->count - 1;
    if (is_disturbing(game, last)) {
        for (size_t i = last; i-- > 1;) {
            if (!is_disturbing(game, i) || game->turns[i].player != game_now(game)->player ||
                !position_equal(game->graph, &game->turns[i - 1].board,
                                &game->turns[last - 1].board))
                continue;
            game_refuse(verdict, "disturbing", "disturbs on the same board as move %zu", i);
            return;
        }
    }
    kee2020_superko(game, "kee2020-march", verdict);
}

/* Is the last turn a pass on a board on which its player passed since the last disturbing play? */
static bool passes_again(const struct game *game, size_t *ret_turn)
{
    const struct turn *now = game_now(game);
    if (now->move.kind != MOVE_PASS)
        return false;
    for (size_t i = game->count - 1; i-- > 1 && !is_disturbing(game, i);) {
        const struct turn *then = &game->turns[i];
        if (then->player == now->player && then->move.kind == MOVE_PASS &&
            position_equal(game->graph, &then->board, &now->board)) {
            *ret_turn = i;
            return true;
        }
    }
    return false;
}

static void conclude(const struct game *game, struct turn *now)
{
    if (passes_again(game, &now->repeated)) {
        now->ending = ENDING_SCORED;
        now->rule = "repass";
    }
}

/*
 * For the engine (history_model.h). Class 0: the boards made since the last pass; class 1: who made
 * a disturbing play on which board; class 2: who passed on which board since the last of them. The
 * third of three passes in a row is its player's second on the board.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    enum { PASSED = 2 };
    struct history_model model;
    kee2020_describe(rules, 1, &model);
    model.class_count = 3;
    model.classes[PASSED].identity = ITEM_BOARD_CREATOR;
    model.stone_on.clears = 1 << PASSED;
    model.pass.lookup = PASSED;
    model.pass.range_count = 1;
    model.pass.ranges[0] = (struct outcome_range){COUNTER_MIN, COUNTER_MAX, OUTCOME_SCORED};
    model.pass.creates |= 1 << PASSED;
    *ret_model = model;
}

const struct family family_kee2020_march = {
    .name = "kee2020-march",
    FAMILY_PARTS,
};
