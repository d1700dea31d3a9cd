/*
 * Bill Spight's second rules (Sensei's Library, Spight Rules II). Two rules forbid stone plays:
 *
 * - The end of game ko rule: if a player passes on a board and the opponent does not pass at once,
 *   the opponent must not bring this board back by a stone play, for the rest of the game.
 * - The superko rule: if a player plays a stone on a board, the opponent must not bring this board
 *   back by a stone play, unless somebody has passed since.
 *
 * Two passes in a row end the game. Every play is finite: between passes no board comes back to the
 * same player, and a player can pass on a board only once, since nobody brings it back to him then
 * but by a pass, which his own pass would answer.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

static const struct field *const fields[] = {&field_suicide, &field_scoring, NULL};

/* Whoever was to move on a board since the last pass played a stone on it. */
static void judge(const struct game *game, struct verdict *verdict)
{
    const struct turn *now = game_now(game);
    char name[48];
    bool passed = false;
    if (now->move.kind != MOVE_STONE)
        return;
    for (size_t i = game->count - 1; i-- > 0;) {
        const struct turn *then = &game->turns[i];
        bool pass = i > 0 && then->move.kind == MOVE_PASS, same = false;
        bool bars = pass && then->player != now->player;
        if (bars || (!passed && then->next == now->next))
            same = position_equal(game->graph, &then->board, &now->board);
        if (same && bars) {
            game_refuse(verdict, "spight2", "recreates the board on which move %zu passed", i);
            return;
        }
        if (same) {
            game_refuse(verdict, "spight2",
                        "recreates %s for the same player to move, and nobody has passed since",
                        game_name_turn(i, name));
            return;
        }
        passed = passed || pass;
    }
}

static void conclude(const struct game *game, struct turn *now)
{
    (void)game;
    game_end_by_passes(now);
}

/*
 * For the engine (history_model.h). Class 0: the boards since the last pass with who was to move,
 * the one it was made on included; class 1: the boards that a player must not make any more because
 * the opponent passed on them.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    enum { STOOD, BARRED };
    struct history_model model = {
        .class_count = 2,
        .classes = {{.identity = ITEM_BOARD_NEXT}, {.identity = ITEM_BOARD_BARRED}},
        .stone =
            {
                .allowed = true,
                .lookup = STOOD,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_ILLEGAL}},
                .bars = 1 << BARRED,
                .creates = 1 << STOOD,
            },
        .pass =
            {
                .allowed = true,
                .lookup = -1,
                .clears = 1 << STOOD,
                .creates = 1 << STOOD | 1 << BARRED,
            },
        .start = 1 << STOOD,
        .always_there = STOOD,
        .passes_to_end = 2,
        .passes_kept = 1,
        .passing_safe = true,
        .solo_ends = true,
    };
    (void)rules;
    *ret_model = model;
}

const struct family family_spight2 = {
    .name = "spight2",
    FAMILY_PARTS,
};
