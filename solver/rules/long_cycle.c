/*
 * A board that a stone play brings back ends the game, whoever is to move; the start counts as
 * having stood. Two rules say so, and differ in who wins:
 *
 * - The Computer Olympiad Rules (Sensei's Library, Long Cycle Rule), result=captures: whoever
 *   captured more stones since the board stood before wins, whatever the score; if both captured
 *   as many, the game is drawn.
 * - Robert Jasiek, Intention of the World Amateur Go Championship Rules, 2009, result=tie: the game
 *   is a tie.
 *
 * With basic-ko=forbidden two stone plays in a row may not bring back the board before them; so
 * Jasiek's text says, and the Olympiad's leaves it open. Suicide is illegal in both. Two passes in
 * a row end the game. Every play is finite.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

enum { RESULT_CAPTURES, RESULT_TIE };
enum { BASIC_KO_FORBIDDEN, BASIC_KO_ALLOWED };

static const struct field field_result = {
    "result",
    {"captures", "tie", NULL},
    "where a stone play brings back a board: who captured more since then wins, or the game is a "
    "tie",
};

static const struct field field_basic_ko = {
    "basic-ko",
    {"forbidden", "allowed", NULL},
    "may two stone plays in a row bring back the board before them",
};

static const struct field *const fields[] = {&field_result, &field_basic_ko, &field_scoring, NULL};

static bool forbids_ko(const struct ruleset *rules)
{
    return ruleset_value(rules, &field_basic_ko) == BASIC_KO_FORBIDDEN;
}

static void judge(const struct game *game, struct verdict *verdict)
{
    char name[48];
    if (forbids_ko(&game->rules) && game_retakes_ko(game))
        game_refuse(verdict, "simple", "retakes the ko at once: recreates %s",
                    game_name_turn(game->count - 3, name));
}

/* The stones that Black captured since turn then less those that White captured. */
static int capture_balance(const struct turn *then, const struct turn *now)
{
    return (now->lost[1] - then->lost[1]) - (now->lost[0] - then->lost[0]);
}

/* Between the first time that a board stood and the latest lie only passes: they capture nothing.
 */
static void conclude(const struct game *game, struct turn *now)
{
    if (game_end_by_passes(now))
        return;
    if (now->move.kind == MOVE_STONE && game_repeats_board(game, &now->repeated)) {
        int balance = capture_balance(&game->turns[now->repeated], now);
        if (ruleset_value(&game->rules, &field_result) == RESULT_TIE)
            balance = 0;
        now->ending = balance == 0 ? ENDING_TIE : ENDING_WON;
        now->winner = balance > 0 ? 0 : balance < 0 ? 1 : -1;
        now->rule = "cycle";
    }
}

/*
 * For the engine (history_model.h): the boards, each with the stone plays of the mover less those
 * of the opponent since it stood. As a board that comes back has as many stones of each colour as
 * before, each player has lost as many stones as he has played: who played more captured less. This
 * play's own stone is one more of the mover's.
 *
 * Passing is not safe with result=captures: the opponent may bring back a board that stood before
 * the passes began, and the player may have lost more stones since. With a tie he loses nothing.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    bool tie = ruleset_value(rules, &field_result) == RESULT_TIE;
    struct history_model model = {
        .class_count = 1,
        .classes = {{.identity = ITEM_BOARD, .counter = tie ? COUNTS_NOTHING : COUNTS_PASSES}},
        .stone =
            {
                .allowed = true,
                .range_count = 3,
                .ranges = {{COUNTER_MIN, -2, OUTCOME_MOVER_WINS},
                           {-1, -1, OUTCOME_TIE},
                           {0, COUNTER_MAX, OUTCOME_MOVER_LOSES}},
                .creates = 1,
                .shift = {1},
            },
        .pass = {.allowed = true, .lookup = -1},
        .start = 1,
        .always_there = 0,
        .passes_to_end = 2,
        .passes_kept = 1,
        .simple_ko = forbids_ko(rules),
        .pairs = true,
        .passing_safe = tie,
        .cycle_word = "a tie",
    };
    if (tie) {
        model.stone.range_count = 1;
        model.stone.ranges[0] = (struct outcome_range){COUNTER_MIN, COUNTER_MAX, OUTCOME_TIE};
        model.stone.shift[0] = 0;
    }
    *ret_model = model;
}

const struct family family_long_cycle = {
    .name = "long-cycle",
    FAMILY_PARTS,
};
