/*
 * What a player forces by strategies that need no history, and leaves of the search by it.
 *
 * tables/history_free.h tells of a strategy in whose lines nothing comes back that the rules look
 * at, whatever else they remember, from positions without history. A position with a history is as
 * good as one without, for an owner and a margin of his, if the strategy's lines meet nothing that
 * is on record. Each situation of these lines is one from which the owner forces that margin
 * without ko. So it is enough that from no situation on record he forces as much:
 *
 *     He forces m in the state, and less than m from each situation on record before it: a leaf.
 *
 * What "from each situation on record" means:
 *
 *   - Items that stand for a board and a player to move, or for a board and who made it, are
 *     situations. The owner brings about those with the opponent to move; where the opponent gains
 *     nothing by a situation on record only these count. An item that is a board counts with the
 *     opponent to move: that is how the owner would bring it about.
 *   - What the move to the state itself creates, with a counter of 0, is what the start of a game
 *     creates: that is in the header's argument. It does not count, unless it was there before.
 *   - An end by passes that are on record is an end after a pass of the owner's, and scores m (3).
 *
 * That a search gets far with it: on a path that began without history no state before a leaf was
 * one, so that the owner forced less there.
 *
 * A lemma that uses such leaves has one condition besides those on items (search/condition.h): from
 * each situation on record its winner forces less than a margin (lemma.below), the least that one
 * of the leaves asks. The items that moves in between create depend on the moves alone, so that
 * they fulfilled it once and for all (step 2 there). What is on record when a move clears some of
 * it is less; the condition is kept.
 */
#ifndef SOLVER_SEARCH_FREE_MARGINS_H
#define SOLVER_SEARCH_FREE_MARGINS_H

#include "dense/margins.h"
#include "rules/history_model.h"
#include "rules/ruleset.h"
#include "states/history.h"
#include "tables/attractor.h"

/* lemma.below of one that asks nothing. */
#define BELOW_ANY INT16_MAX
/* Nothing is on record from which anything is forced. */
#define RECORD_EMPTY NEVER_FORCED
/* It is not known what is forced from what is on record. */
#define RECORD_UNKNOWN INT_MAX

/* Whose items count, and in which situation. */
struct free_rules {
    bool suit;         /* Such leaves hold under the rules. */
    bool boards;       /* Items are boards; else situations. */
    bool opponents;    /* Situations count whoever is to move. */
    bool two_passes;   /* A second pass in a row ends the game. */
    bool three_passes; /* the third one */
};

/* Returns them for the rules, which model describes. */
struct free_rules free_margins_rules(const struct ruleset *rules,
                                     const struct history_model *model);

/* Where it stands what is forced without ko. All zero: nowhere. */
struct free_margins {
    struct free_rules rules;
    const struct dense_margins *dense; /* of all boards */

    /*
     * A certificate is made. A checker knows the turns that stood, whoever was to move and whatever
     * the rules remember of them (certificate/soundness.md, "Strategy leaves"): so all count, the
     * one before a pass, too.
     */
    bool certified;
    int past[2]; /* with it, by attacker: the most that he forces from a turn before the query's */
};

static inline bool free_margins_are_there(const struct free_margins *margins)
{
    return margins->dense != NULL;
}

/*
 * Returns the greatest margin that attacker forces from a state, in his view; or NEVER_FORCED. Of
 * states with passes: those that free_margins_after_pass() allows.
 */
int free_margins_forced(const struct free_margins *margins, const struct positions *positions,
                        struct state state, enum colour attacker);

/*
 * May the state after a pass be a leaf? Then the board itself, which is on record, does not count.
 * For let the owner force a margin in the state in r plies at best. If he forces it with the
 * opponent to move on that board and no passes, too, it takes him r plies or more: where the pass
 * was the opponent's, the state is one of those that he chooses from there; where it was the
 * owner's, the opponent may now do what he could do there, and end the game. The boards that the
 * owner makes he makes with the opponent to move and fewer than r plies to go.
 *
 * Where situations count whoever is to move, only after a pass of the opponent's. Then the owner
 * plays a stone, or ends the game by a pass: nobody passes on this board again. And from this board
 * with the owner to move and no passes it takes him r plies, too, if he plays a stone (a pass would
 * be no good there: the opponent would end the game), so that the opponent does not bring it about.
 *
 * Where the third pass ends the game the state after a pass is as good for the owner as the one
 * without passes, unless the opponent may end the game by his: if the owner moves he makes his
 * stone, or passes on a board that scores the margin, end or not; and the opponent's pass leads to
 * a state that is no worse for the owner. The board that stands is made by no stone of the owner's
 * later on: it was in P no earlier than in O.
 */
static inline bool free_margins_after_pass(const struct free_margins *margins,
                                           const struct state_move *move, enum colour owner)
{
    if (move->kind != MOVE_PASS)
        return false;
    if (margins->rules.three_passes)
        return !margins->rules.opponents && (move->child.passes == 1 || move->child.mover == owner);
    return move->child.passes == 1 && margins->rules.two_passes &&
           (!margins->rules.opponents || move->child.mover == owner);
}

/*
 * What a situation on record counts for attacker: he forces no more than the returned margin from
 * it. state: what moves created on the path. RECORD_EMPTY: it does not count.
 */
int free_margins_on_record(const struct free_margins *margins, const struct positions *positions,
                           struct state state, enum colour attacker);

/*
 * The same of all that is on record in history, but for what the move to the present state created.
 */
int free_margins_of_history(const struct free_margins *margins, const struct positions *positions,
                            const struct history *history, struct state present,
                            enum colour attacker);

#endif
