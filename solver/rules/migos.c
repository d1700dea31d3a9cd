/*
 * The repetition rule of MIGOS (van der Werf, van den Herik and Uiterwijk, Solving Go on Small
 * Boards, 2003). Simple ko is forbidden. Besides, a board that comes back with the same player to
 * move ends the game: the player who passed more often in the cycle wins outright, since he could
 * afford to; if both passed as often, it is a tie.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

static const struct field *const fields[] = {&field_suicide, &field_scoring, NULL};

static void judge(const struct game *game, struct verdict *verdict)
{
    char name[48];
    if (game_retakes_ko(game))
        game_refuse(verdict, "simple", "retakes the ko at once: recreates %s",
                    game_name_turn(game->count - 3, name));
}

/*
 * Finds the turn that left the present board to the present player before. There is one at most:
 * the second one ended the game. A ko that may not be retaken makes no difference.
 */
static bool repeats_situation(const struct game *game, size_t *ret_turn)
{
    const struct turn *now = game_now(game);
    for (size_t i = game->count - 1; i-- > 0;) {
        const struct turn *then = &game->turns[i];
        if (then->next == now->next && position_equal(game->graph, &then->board, &now->board)) {
            *ret_turn = i;
            return true;
        }
    }
    return false;
}

/* Two passes in a row bring the situation back too; that is the end of the game, not a cycle. */
static void conclude(const struct game *game, struct turn *now)
{
    if (game_end_by_passes(now))
        return;
    if (repeats_situation(game, &now->repeated)) {
        int balance = game_pass_balance(game, now->repeated);
        now->ending = balance == 0 ? ENDING_TIE : ENDING_WON;
        now->winner = balance > 0 ? 0 : balance < 0 ? 1 : -1;
        now->rule = "cycle";
    }
}

/* For the engine (history_model.h): situations, with the balance of passes since, this play's own
 * included. */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    struct history_model model = {
        .class_count = 1,
        .classes = {{ITEM_BOARD_NEXT, COUNTS_PASSES, RECREATION_RESTARTS}},
        .stone =
            {
                .allowed = true,
                .range_count = 3,
                .ranges = {{COUNTER_MIN, -1, OUTCOME_MOVER_LOSES},
                           {0, 0, OUTCOME_TIE},
                           {1, COUNTER_MAX, OUTCOME_MOVER_WINS}},
                .creates = 1,
            },
        .pass =
            {
                .allowed = true,
                .range_count = 3,
                .ranges = {{COUNTER_MIN, -2, OUTCOME_MOVER_LOSES},
                           {-1, -1, OUTCOME_TIE},
                           {0, COUNTER_MAX, OUTCOME_MOVER_WINS}},
                .creates = 1,
                .shift = {1},
            },
        .start = 1,
        .passes_to_end = 2,
        .passes_kept = 1,
        .simple_ko = true,
        .pairs = true,
        .cycle_word = "a tie",
        .strategies = ruleset_suicide(rules) == SUICIDE_NO &&
                      ruleset_value(rules, &field_scoring) != SCORING_TERRITORY,
    };
    model.passes_decide = model.strategies;
    model.retake = model.strategies ? RETAKE_ILLEGAL : RETAKE_FREE;
    *ret_model = model;
}

const struct family family_migos = {
    .name = "migos",
    FAMILY_PARTS,
};
