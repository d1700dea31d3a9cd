/*
 * Bill Spight's superko rule (Sensei's Library, Spight Rules). A stone play must not recreate a
 * board that has stood since the last pass: passing is a ko threat. So that passes cannot keep play
 * going for ever, play stops when a player passes on a board on which he passed before.
 *
 * Every play is finite: between passes no board comes back, and each pass but the last is the first
 * of its player on its board. With ending=passes2 it may be endless.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

enum { ENDING_REPASS, ENDING_PASSES2 };

static const struct field field_ending = {
    "ending",
    {"repass", "passes2", NULL},
    "the game ends when a player passes on a board for the second time, or after two consecutive "
    "passes",
};

static const struct field *const fields[] = {&field_ending, &field_suicide, &field_scoring, NULL};

/*
 * The boards that have stood since the last pass are the one on which it was made and all after it;
 * without a pass, all from the start on.
 */
static void judge(const struct game *game, struct verdict *verdict)
{
    const struct turn *now = game_now(game);
    char name[48];
    if (now->move.kind != MOVE_STONE)
        return;
    for (size_t i = game->count - 1; i-- > 0;) {
        if (position_equal(game->graph, &game->turns[i].board, &now->board)) {
            game_refuse(verdict, "spight", "recreates %s, and nobody has passed since",
                        game_name_turn(i, name));
            return;
        }
        if (game->turns[i].move.kind == MOVE_PASS)
            return;
    }
}

static void conclude(const struct game *game, struct turn *now)
{
    bool repass = ruleset_value(&game->rules, &field_ending) == ENDING_REPASS;
    if (repass && game_passes_again(game, &now->repeated)) {
        now->ending = ENDING_SCORED;
        now->rule = "repass";
    } else if (!repass) {
        game_end_by_passes(now);
    }
}

/*
 * For the engine (history_model.h). Class 0: the boards since the last pass, the one it was made on
 * included; class 1: on which board who passed. With ending=passes2 play can be endless.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    enum { BOARD, PASSED };
    bool repass = ruleset_value(rules, &field_ending) == ENDING_REPASS;
    struct history_model model = {
        .class_count = 2,
        .classes = {{.identity = ITEM_BOARD}, {.identity = ITEM_BOARD_CREATOR}},
        .stone =
            {
                .allowed = true,
                .lookup = BOARD,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_ILLEGAL}},
                .creates = 1 << BOARD,
            },
        .pass =
            {
                .allowed = true,
                .lookup = repass ? PASSED : -1,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_SCORED}},
                .clears = 1 << BOARD,
                .creates = repass ? 1 << BOARD | 1 << PASSED : 1 << BOARD,
            },
        .start = 1 << BOARD,
        .always_there = BOARD,
        .passes_to_end = repass ? 0 : 2,
        .passes_kept = repass ? 0 : 1,
        .pairs = !repass,
        .endless = !repass,
        .unbounded = !repass,
        .passing_safe = true,
        /* A pass lifts all bans; where that may go on, stones are only added without suicide. */
        .solo_ends = repass || ruleset_suicide(rules) == SUICIDE_NO,
        .cycle_word = "endless play",
    };
    *ret_model = model;
}

const struct family family_spight = {
    .name = "spight",
    FAMILY_PARTS,
};
