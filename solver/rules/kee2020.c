/*
 * Kee Rules of Go, by Wilton Kee, 8 October 2020 (Sensei's Library), the last version. A board is
 * initialized for a player whenever the player before him has just passed on it. Two rules forbid
 * stone plays:
 *
 * - Pass-lifting positional superko: no stone may create a board that appeared before, unless a
 *   board was initialized since.
 * - Repeated initialization: no stone may be played on a board initialized for its player if the
 *   same board was initialized for him before.
 *
 * The game ends when all players in a row have passed on the same board initialized for them: with
 * two players by the third pass in a row.
 *
 * Every play is finite: a player answers a pass on a board by a stone once at most, so there are
 * finitely many runs of passes, none longer than two; and between passes no board comes back.
 *
 * The text has "another" board initialized. If that is a board other than the one that would come
 * back, Black 12 of its own example is illegal, and its Black 14 never comes: the board after Black
 * 8 was initialized by White 9, and no other since. That reading is passed-board=kept.
 */
#include "rules/kee2020.h"

#include "rules/game.h"
#include "rules/history_model.h"

const struct field field_passed_board = {
    "passed-board",
    {"lifted", "kept", NULL},
    "does a pass lift the ban on the board on which it is made, too, or on all others only",
};

static const struct field *const fields[] = {&field_passed_board, &field_suicide, &field_scoring,
                                             NULL};

void kee2020_superko(const struct game *game, const char *rule, struct verdict *verdict)
{
    const struct turn *now = game_now(game);
    bool kept = ruleset_value(&game->rules, &field_passed_board) == PASSED_BOARD_KEPT;
    char name[48];
    if (now->move.kind != MOVE_STONE)
        return;
    for (size_t i = game->count - 1; i-- > 0;) {
        const struct turn *then = &game->turns[i];
        bool pass = i > 0 && then->move.kind == MOVE_PASS;
        if ((!pass || kept) && position_equal(game->graph, &then->board, &now->board)) {
            game_refuse(verdict, rule, "recreates %s, and nobody has passed since",
                        game_name_turn(i, name));
            return;
        }
        if (pass)
            return;
    }
}

/* Was the board after turn i initialized for the player to move then? */
static bool is_initialized(const struct game *game, size_t i)
{
    return i > 0 && game->turns[i].move.kind == MOVE_PASS;
}

/* The stone of the last turn was played on the board after the turn before it. */
static void judge(const struct game *game, struct verdict *verdict)
{
    size_t on = game->count - 2;
    const struct turn *before = &game->turns[on];
    if (game_now(game)->move.kind == MOVE_STONE && is_initialized(game, on)) {
        for (size_t i = on; i-- > 0;) {
            const struct turn *then = &game->turns[i];
            if (!is_initialized(game, i) || then->next != before->next ||
                !position_equal(game->graph, &then->board, &before->board))
                continue;
            game_refuse(verdict, "initialized",
                        "move %zu passed on this board, which move %zu had done before", on, i);
            return;
        }
    }
    kee2020_superko(game, "kee2020", verdict);
}

/* Each of the players passed on the board initialized for him. */
static void conclude(const struct game *game, struct turn *now)
{
    if (now->passes > game->players) {
        now->ending = ENDING_SCORED;
        now->rule = "passes";
    }
}

void kee2020_describe(const struct ruleset *rules, int stone_on_passes,
                      struct history_model *ret_model)
{
    bool kept = ruleset_value(rules, &field_passed_board) == PASSED_BOARD_KEPT;
    struct history_model model = {
        .class_count = 2,
        .classes = {{.identity = ITEM_BOARD}, {.identity = ITEM_BOARD_LEFT}},
        .stone =
            {
                .allowed = true,
                .lookup = KEE2020_STOOD,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_ILLEGAL}},
                .creates = 1 << KEE2020_STOOD,
            },
        .pass =
            {
                .allowed = true,
                .lookup = -1,
                .clears = 1 << KEE2020_STOOD,
                .creates = kept ? 1 << KEE2020_STOOD : 0,
            },
        .stone_on_passes = stone_on_passes,
        .start = 1 << KEE2020_STOOD,
        .always_there = kept ? KEE2020_STOOD : -1,
        .passes_to_end = 3,
        .passes_kept = 2,
        .passing_safe = true,
        .solo_ends = true,
    };
    model.stone_on = model.stone;
    model.stone_on.bars = 1 << KEE2020_REPLIED;
    model.stone_on.creates |= 1 << KEE2020_REPLIED;
    *ret_model = model;
}

/*
 * For the engine (history_model.h). Class 0: the boards made since the last pass; class 1: who made
 * a turn, a stone or a pass, on which board initialized for him. He does so each time that one is,
 * but for the pass that ends the game.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    kee2020_describe(rules, 2, ret_model);
    ret_model->pass_on = ret_model->pass;
    ret_model->pass_on.creates |= 1 << KEE2020_REPLIED;
}

const struct family family_kee2020 = {
    .name = "kee2020",
    FAMILY_PARTS,
};
