/*
 * Repetition draws, as in chess: no stone play is forbidden, but one that recreates a board that
 * stood before - whoever is to move, the start included - ends the game as a draw, whatever is on
 * the board. Wikipedia's "Rules of Go" sets superko beside the threefold repetition of chess, which
 * lets a player force a draw; here the first repetition is enough. Two passes in a row end the
 * game.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

static const struct field *const fields[] = {&field_suicide, &field_scoring, NULL};

/* Nothing is forbidden. */
static void judge(const struct game *game, struct verdict *verdict)
{
    (void)game;
    (void)verdict;
}

static void conclude(const struct game *game, struct turn *now)
{
    if (game_end_by_passes(now))
        return;
    if (now->move.kind == MOVE_STONE && game_repeats_board(game, &now->repeated)) {
        now->ending = ENDING_TIE;
        now->rule = "repetition";
    }
}

/* For the engine (history_model.h): the boards so far. */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    struct history_model model = {
        .class_count = 1,
        .classes = {{.identity = ITEM_BOARD}},
        .stone =
            {
                .allowed = true,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_TIE}},
                .creates = 1,
            },
        .pass = {.allowed = true, .lookup = -1},
        .start = 1,
        .always_there = 0,
        .passes_to_end = 2,
        .passes_kept = 1,
        .pairs = true,
        .passing_safe = true,
        .cycle_word = "a draw",
    };
    (void)rules;
    *ret_model = model;
}

const struct family family_repetition_draws = {
    .name = "repetition-draws",
    FAMILY_PARTS,
};
