/*
 * Kee Rules of Go v6.0, by Wilton Kee, 30 August 2004. Repeating is forbidden only where it
 * disturbs: a stone play is illegal if it brings back a situation, leaves its own chain in atari
 * and its player has not paid for the repetition by passing more often than the opponent. The
 * letters in brackets are those of the rules; agreement on dead stones [D2a] is left out.
 *
 * Play ends after passes only, and only when they come round to a situation that ended a series of
 * passes before [D]: what has ended a series is never forgotten. Play can be endless.
 */
#include "base/human.h"
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

enum { COUNTS_LAST, COUNTS_FIRST };
enum { SUICIDE_CHANGE, SUICIDE_LITERAL, SUICIDE_NONE };

static const struct field field_counts = {
    "counts",
    {"last", "first", NULL},
    "passes are counted since the last occurrence of the situation, as Kee explains his rule, or "
    "since the first, as its text says",
};

static const struct field field_suicide_v6 = {
    "suicide",
    {"change", "literal", "no", NULL},
    "which suicide is legal: any that changes the board; any, as the text says; none",
};

static const struct field *const fields[] = {&field_counts, &field_suicide_v6, NULL};

/*
 * [B4] Opposing chains are removed before the own one, so a play that removes its own chain
 * captures nothing. With two players the board is left unchanged if and only if that chain is a
 * single stone: change is what the other families call multi.
 */
static enum suicide suicide(const struct ruleset *rules)
{
    switch (ruleset_value(rules, &field_suicide_v6)) {
    case SUICIDE_LITERAL:
        return SUICIDE_YES;
    case SUICIDE_NONE:
        return SUICIDE_NO;
    case SUICIDE_CHANGE:
    default:
        return SUICIDE_MULTI;
    }
}

/* [C1] Is the situation after turn i that after the last turn? */
static bool same_situation(const struct game *game, size_t i)
{
    const struct turn *now = game_now(game), *then = &game->turns[i];
    return then->next == now->next && position_equal(game->graph, &then->board, &now->board);
}

/* [B3] Is the chain of the stone just placed left with one liberty? A suicide leaves no chain. */
static bool is_pre_captive(const struct game *game)
{
    const struct turn *now = game_now(game);
    struct chain chain;
    if (now->board.cells[now->move.point] == POINT_EMPTY)
        return false;
    position_chain(game->graph, &now->board, now->move.point, &chain);
    return chain.liberties == 1;
}

/*
 * [C3a] Finds the turn that produced the situation of the last turn before: the latest one with
 * counts=last, the first with counts=first. The start produced one too.
 */
static bool find_occurrence(const struct game *game, size_t *ret_turn)
{
    bool first = ruleset_value(&game->rules, &field_counts) == COUNTS_FIRST, found = false;
    for (size_t i = game->count - 1; i-- > 0;) {
        if (!same_situation(game, i))
            continue;
        *ret_turn = i;
        found = true;
        if (!first)
            break;
    }
    return found;
}

/*
 * [C2] The passes that player made after turn since. A pass that produced the situation at turn
 * since is not among them: the situation was not recorded yet when it was made. With counts=first,
 * a later pass that produces it again is: the situation had been recorded.
 */
static int passes_since(const struct game *game, size_t since, int player)
{
    int passes = 0;
    for (size_t i = since + 1; i < game->count; i++)
        passes += game->turns[i].player == player && game->turns[i].move.kind == MOVE_PASS;
    return passes;
}

/* [C3] */
static void judge(const struct game *game, struct verdict *verdict)
{
    const struct turn *now = game_now(game);
    size_t since;
    char name[48];
    if (now->move.kind != MOVE_STONE || !is_pre_captive(game) || !find_occurrence(game, &since))
        return;
    int own = passes_since(game, since, now->player);
    int opponents = passes_since(game, since, 1 - now->player);
    if (own <= opponents)
        game_refuse(verdict, "C3",
                    "leaves its chain one liberty and recreates %s, with %d own %s since "
                    "against %d",
                    game_name_turn(since, name), own, human_noun((uint64_t)own, "pass", "passes"),
                    opponents);
}

/* [D1] Did turn i, a pass right after a pass, add its situation to the ending history? */
static bool adds_ending(const struct game *game, size_t i)
{
    return game->turns[i].passes >= 2;
}

/* [D2b] Every pass after the first of a series makes a pair with the one before it. */
static void conclude(const struct game *game, struct turn *now)
{
    size_t last = game->count - 1;
    if (!adds_ending(game, last))
        return;
    for (size_t i = last; i-- > 0;) {
        if (!adds_ending(game, i) || !same_situation(game, i))
            continue;
        now->ending = ENDING_SCORED;
        now->repeated = i;
        now->rule = "D2b";
        return;
    }
}

/*
 * For the engine (history_model.h). Class 0: the situations on record, each with the balance of
 * passes since it occurred; only a play that leaves its chain one liberty looks it up. Class 1: the
 * ending history, looked up by a pass after a pass. Play may have no end, and the record only
 * grows.
 *
 * A player who goes on solo comes to an end (solo_ends) unless single stones may vanish. He
 * captures finitely many stones, as the opponent places none. After that he takes stones away only
 * by removing a chain of his own of several. Finitely many of these chains stood before; of any
 * other the stone that was placed last left its chain one liberty: the point where the suicide was
 * to be played, because an own stone on any other liberty would have joined the chain later. Such a
 * play may bring back a situation only if he passed more often than the opponent since it was last
 * there. But the opponent passes at every turn, in answer to passes, too. So he cannot bring back
 * in this way a situation that has come about since he goes on solo. He is left with plays that
 * bring about new situations, then with adding stones, then with passing, and passes end the game.
 *
 * Who takes back a ko at once leaves his stone, which was a chain of its own in atari, as it stood,
 * and the situation was recorded last just before, since when nobody has passed: illegal by C3.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    enum { SITUATION, ENDED };
    bool first = ruleset_value(rules, &field_counts) == COUNTS_FIRST;
    struct history_model model = {
        .class_count = 2,
        .classes = {{ITEM_BOARD_NEXT, COUNTS_PASSES,
                     first ? RECREATION_KEEPS : RECREATION_RESTARTS},
                    {.identity = ITEM_BOARD_NEXT}},
        .stone = {.allowed = true, .lookup = -1, .creates = 1 << SITUATION},
        .atari =
            {
                .allowed = true,
                .lookup = SITUATION,
                .range_count = 2,
                .ranges = {{COUNTER_MIN, 0, OUTCOME_ILLEGAL}, {1, COUNTER_MAX, OUTCOME_GOES_ON}},
                .creates = 1 << SITUATION,
            },
        .pass = {.allowed = true, .lookup = -1, .creates = 1 << SITUATION, .shift = {1}},
        .pass_on =
            {
                .allowed = true,
                .lookup = ENDED,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_SCORED}},
                .creates = 1 << SITUATION | 1 << ENDED,
                .shift = {1},
            },
        .start = 1 << SITUATION,
        .always_there = first ? -1 : SITUATION,
        .passes_kept = 1,
        .pairs = true,
        .endless = true,
        .unbounded = true,
        .passing_safe = true,
        .solo_ends = ruleset_value(rules, &field_suicide_v6) != SUICIDE_LITERAL,
        .strategies = !first && ruleset_value(rules, &field_suicide_v6) != SUICIDE_LITERAL,
        .cycle_word = "endless play",
    };
    model.retake = model.strategies ? RETAKE_ILLEGAL : RETAKE_FREE;
    *ret_model = model;
}

const struct family family_kee_v6 = {
    .name = "kee-v6",
    FAMILY_PARTS,
    .suicide = suicide,
};
