/*
 * Conditions: what a proof used of the history, so that it can be used again under another one.
 *
 * A lemma says: from this state, under every history that fulfils these conditions, this player
 * gets at least so much. A condition speaks of one item: whether it may be absent, and if it is
 * there, between which bounds its counter must lie. Items without a condition do not matter.
 *
 * Why a lemma holds. Take a proof tree found under a history S: at the winner's nodes one play, at
 * the other player's nodes every play, each leading to a proved child or to an end that is good for
 * the winner. Claim: for every history H that fulfils the root's conditions the same tree, with the
 * plays that H forbids cut away, is a proof under H. By induction over the tree it is enough that
 * at each node, for each play of the tree, the play's outcome under H is good for the winner and
 * the child's conditions hold after the play:
 *
 *   1. A play's outcome depends on its looked-up item alone (rules/history.h). The node's condition
 * on that item allows only statuses with a good outcome: going on (if the child was proved), a ban
 *      after which the lone player's best margin - which no history touches - is good for the
 * winner; and, for the other player's plays only, illegality. A play of the winner's is thus legal.
 *   2. After the play an item's status is known from its status before: created items are there
 * with counter 0, items of cleared classes are absent, other counters are shifted by a constant. So
 * the child's condition on a created or cleared item holds under H because it held under S, where
 * the status was the same, and is dropped; any other is carried over with its bounds shifted back.
 *   3. Conditions on one item from several plays are intersected, and S fulfils all of them, so the
 *      intersection is not empty.
 *   4. The item that is always there with counter 0 (history_model.standing), and the state's own
 * cycle item, have the same status under every history that leads to the state; they are dropped.
 *
 * A play that is illegal under S but not under H cannot occur: the condition of step 1 for an
 * illegal play demands statuses with good outcomes for the winner, and "going on" is one only if
 * the child was proved. Nothing else enters, so lemmas may be forgotten, found in any order, and
 * tightened: more conditions are always sound.
 *
 * For superko this gives the two sets N (must be absent: created by the winner in the proof) and M
 * (must be there: forbids a play of the other's); for Kee (2013) intervals of the balance of
 * passes.
 *
 * Pairs. Where the game can end well for nobody (a tie by repetition, a no-result) or go round for
 * ever, the question is whether one player, the attacker, can force an end with a given margin, and
 * a lemma may say less than that its winner forces an end: that he denies the attacker his (it
 * "avoids"). A tie is good for the defender and bad for the attacker, whoever that is; so a lemma
 * that has a tie among its ends, or among the outcomes that its conditions allow, avoids, and is
 * used only for the side that was the defender.
 *
 * Endless play. The search counts a state that recurs on the line as a failure of the attacker, as
 * a shortest win never needs one. A proof for the attacker is then a finite tree without
 * recurrences; as play merely goes on after one, it needs no condition. (Where a recurrence ends
 * the game - history_model.cycle_ends - it is a fact of the game like any other, and the attacker's
 * proof needs the states that it brings about absent. The defender's does not, since a recurrence
 * is good for him; but then he forces no end, so any proof of his with a play that goes on avoids.)
 * A proof for the defender has, for each recurrence, the condition that the state is on the line. A
 * defender's result without conditions is then a set of states that he can keep play in for ever
 * unless it ends well for him: each lemma's tree stays in the set but for its leaves, and those are
 * good ends or states of the line, which are proved with it.
 *
 * Unbounded histories (history_model.unbounded). There a state that recurs is not the same node,
 * and what the defender denies in the search is no proof: it is never used as a result
 * (unbounded.c). The attacker's proofs are finite trees all of whose ends are reached; they hold by
 * the claim above.
 */
#ifndef SOLVER_SEARCH_CONDITION_H
#define SOLVER_SEARCH_CONDITION_H

#include "states/history.h"

#define CONDITION_ABSENT_OK (1ull << 63)
#define CONDITION_LOW INT16_MIN
#define CONDITION_HIGH INT16_MAX

struct condition {
    uint64_t item; /* with CONDITION_ABSENT_OK if the item may be absent */
    int16_t low,
        high; /* if there: its counter's bounds, Black's view; low > high: must be absent */
} __attribute__((packed, aligned(4)));

static inline uint64_t condition_item(const struct condition *condition)
{
    return condition->item & ~CONDITION_ABSENT_OK;
}

/* Does the history fulfil a condition on item (which may differ from condition's own name of it)?
 */
static inline bool condition_holds(const struct history *history, uint64_t item,
                                   const struct condition *condition)
{
    int counter;
    if (!history_find(history, item, &counter))
        return (condition->item & CONDITION_ABSENT_OK) != 0;
    return counter >= condition->low && counter <= condition->high;
}

/* A growing set of conditions, at most one an item. */
struct condition_set {
    struct condition *conditions;
    uint32_t count, room;
    uint32_t *slots; /* index + 1, by hash of the item */
    uint32_t mask;
};

/* Returns 0 or -ENOMEM. */
int condition_set_init(struct condition_set *ret_gather);
void condition_set_release(struct condition_set *gather);
void condition_set_clear(struct condition_set *gather);

/* Adds a condition, intersecting it with one on the same item. Returns 0 or -ENOMEM. */
int condition_set_add(struct condition_set *gather, struct condition condition);

#endif
