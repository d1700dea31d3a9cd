/*
 * The 3-plays ko rules, by Robert Jasiek, 27 September 2006. A stone play that recreates an earlier
 * board closes a cycle and ends the game. How long the cycle is decides: after two or three stone
 * plays the player who closed it has lost (with short=prohibit he may not make the play), after
 * more the game is a tie. So a basic ko and sending two to get one back are refused to the player
 * who would repeat, and every larger ko can be kept going by either player for a tie.
 *
 * No suicide, area scoring, and two passes in a row stop play; with resume=yes the first stop only
 * resumes it.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

enum { SHORT_LOSE, SHORT_PROHIBIT };
enum { RESUME_NO, RESUME_YES };

/* The longest cycle that is a short one, in stone plays. */
#define SHORT_MAX 3

static const struct field field_short = {
    "short",
    {"lose", "prohibit", NULL},
    "the play that closes a cycle of two or three plays: its player loses, or may not make it",
};

static const struct field field_resume = {
    "resume",
    {"no", "yes", NULL},
    "does play go on after the first two passes in a row, so that only the second stop is scored",
};

static const struct field *const fields[] = {&field_short, &field_resume, NULL};

/*
 * Does the last turn close a cycle? If so *ret_since is the turn after which the board stood last,
 * *ret_plays the stone plays from then on, the closing one included. Passes are not counted. Whose
 * turn it is does not matter, nor does a stop in between.
 */
static bool closes_cycle(const struct game *game, size_t *ret_since, int *ret_plays)
{
    const struct turn *now = game_now(game);
    int plays = 0;
    if (now->move.kind != MOVE_STONE)
        return false;
    for (size_t i = game->count - 1; i > 0; i--) {
        plays += game->turns[i].move.kind == MOVE_STONE;
        if (position_equal(game->graph, &game->turns[i - 1].board, &now->board)) {
            *ret_since = i - 1;
            *ret_plays = plays;
            return true;
        }
    }
    return false;
}

static void judge(const struct game *game, struct verdict *verdict)
{
    size_t since;
    int plays;
    char name[48];
    if (ruleset_value(&game->rules, &field_short) == SHORT_PROHIBIT &&
        closes_cycle(game, &since, &plays) && plays <= SHORT_MAX)
        game_refuse(verdict, "short-cycle", "recreates %s after %d plays",
                    game_name_turn(since, name), plays);
}

/*
 * Has play been stopped and resumed before? A stop that was resumed is the only pass after which no
 * pass is counted.
 */
static bool was_resumed(const struct game *game)
{
    for (size_t i = 1; i + 1 < game->count; i++)
        if (game->turns[i].move.kind == MOVE_PASS && game->turns[i].passes == 0)
            return true;
    return false;
}

/*
 * Two passes in a row: a stop. After the first with resume=yes the players go on in turn, and the
 * passes that made it count for no other stop.
 */
static void stop(const struct game *game, struct turn *now)
{
    if (ruleset_value(&game->rules, &field_resume) == RESUME_YES && !was_resumed(game)) {
        now->passes = 0;
        return;
    }
    now->ending = ENDING_SCORED;
    now->rule = "passes";
}

static void conclude(const struct game *game, struct turn *now)
{
    int plays;
    if (now->passes >= 2) {
        stop(game, now);
    } else if (closes_cycle(game, &now->repeated, &plays)) {
        bool is_short = plays <= SHORT_MAX;
        now->ending = is_short ? ENDING_WON : ENDING_TIE;
        now->winner = is_short ? 1 - now->player : -1;
        now->rule = is_short ? "short-cycle" : "long-cycle";
    }
}

/*
 * For the engine (history_model.h). Class 0: boards, with the stone plays since each was left; the
 * play that closes a cycle is not among them yet. Class 1: that play was resumed (resume=yes).
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    enum { BOARD, RESUMED };
    bool resume = ruleset_value(rules, &field_resume) == RESUME_YES;
    bool prohibit = ruleset_value(rules, &field_short) == SHORT_PROHIBIT;
    struct history_model model = {
        .class_count = 2,
        .classes = {{ITEM_BOARD, COUNTS_PLAYS, RECREATION_RESTARTS}, {.identity = ITEM_GAME}},
        .stone =
            {
                .allowed = true,
                .lookup = BOARD,
                .range_count = 2,
                .ranges = {{COUNTER_MIN, SHORT_MAX - 1,
                            prohibit ? OUTCOME_ILLEGAL : OUTCOME_MOVER_LOSES},
                           {SHORT_MAX, COUNTER_MAX, OUTCOME_TIE}},
                .creates = 1 << BOARD,
                .shift = {1},
            },
        .pass = {.allowed = true, .lookup = -1},
        .pass_on =
            {
                .allowed = resume,
                .lookup = RESUMED,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_SCORED}},
                .creates = 1 << RESUMED,
                .restarts = true,
            },
        .start = 1 << BOARD,
        .always_there = BOARD,
        .passes_to_end = resume ? 0 : 2,
        .passes_kept = 1,
        .pairs = true,
        .passing_safe = true,
        .cycle_word = "a tie",
    };
    *ret_model = model;
}

const struct family family_three_plays = {
    .name = "3-plays",
    FAMILY_PARTS,
};
