/*
 * The repeated-pass rule (Robert Pauli; Sensei's Library, Repeated-Pass Rule). A stone play must
 * not confront the opponent with a board that he was confronted with before, if nobody has passed
 * since. A player who passes on a board on which he passed before ends the game. Whoever passed
 * more often after the first of these two passes wins outright: his progress was stopped. If both
 * passed as often the board is scored.
 *
 * The last clause is for passes that cost nothing, as all do here. Every play is finite: between
 * passes nobody is confronted with a board twice, and each pass but the last is the first of its
 * player on its board.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

static const struct field *const fields[] = {&field_suicide, &field_scoring, NULL};

/* The next player was confronted with the board that a pass was made on, too. */
static void judge(const struct game *game, struct verdict *verdict)
{
    const struct turn *now = game_now(game);
    char name[48];
    if (now->move.kind != MOVE_STONE)
        return;
    for (size_t i = game->count - 1; i-- > 0;) {
        const struct turn *then = &game->turns[i];
        if (then->next == now->next && position_equal(game->graph, &then->board, &now->board)) {
            game_refuse(verdict, "repeated-pass",
                        "recreates %s for the same player to move, and nobody has passed since",
                        game_name_turn(i, name));
            return;
        }
        if (then->move.kind == MOVE_PASS)
            return;
    }
}

static void conclude(const struct game *game, struct turn *now)
{
    if (!game_passes_again(game, &now->repeated))
        return;
    int balance = game_pass_balance(game, now->repeated);
    now->ending = balance == 0 ? ENDING_SCORED : ENDING_WON;
    now->winner = balance > 0 ? 0 : balance < 0 ? 1 : -1;
    now->rule = "repeated-pass";
}

/*
 * For the engine (history_model.h). Class 0: who was confronted with which board since the last
 * pass, that pass included; class 1: who passed on which board, with the balance of passes since.
 * The pass that is made again counts as one more of the mover's. Passing is not safe: the opponent
 * may have passed more often since a pass that is repeated.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    enum { CONFRONTED, PASSED };
    struct history_model model = {
        .class_count = 2,
        .classes = {{.identity = ITEM_BOARD_NEXT},
                    {.identity = ITEM_BOARD_CREATOR, .counter = COUNTS_PASSES}},
        .stone =
            {
                .allowed = true,
                .lookup = CONFRONTED,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_ILLEGAL}},
                .creates = 1 << CONFRONTED,
            },
        .pass =
            {
                .allowed = true,
                .lookup = PASSED,
                .range_count = 3,
                .ranges = {{COUNTER_MIN, -2, OUTCOME_MOVER_LOSES},
                           {-1, -1, OUTCOME_SCORED},
                           {0, COUNTER_MAX, OUTCOME_MOVER_WINS}},
                .clears = 1 << CONFRONTED,
                .creates = 1 << CONFRONTED | 1 << PASSED,
                .shift = {[PASSED] = 1},
            },
        .start = 1 << CONFRONTED,
        .always_there = CONFRONTED,
        .solo_ends = true,
    };
    (void)rules;
    *ret_model = model;
}

const struct family family_repeated_pass = {
    .name = "repeated-pass",
    FAMILY_PARTS,
};
