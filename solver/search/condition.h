/*
 * Conditions: what a proof used of the history, so that it can be used again under another one.
 *
 * A lemma says: from this state, under every history that fulfils these conditions, this player
 * gets at least so much. A condition speaks of one item: whether it may be absent, and if it is
 * there, between which bounds its counter must lie. Items without a condition do not matter.
 *
 * Why a lemma holds. Take a proof tree that was found under a history S: at the winner's nodes one
 * move, at his opponent's nodes every move, each leading to a proved child or to an end that is
 * good for the winner. Claim: for every history H that fulfils the root's conditions the same tree,
 * with the moves that H forbids cut away, is a proof under H. By induction over the tree it is
 * enough that at each node, for each move of the tree, the move's outcome under H is good for the
 * winner and the child's conditions hold after the move:
 *
 * 1. The outcome of a move depends on its looked-up item alone (rules/history_model.h). The
 *    condition of the node on that item allows only statuses with a good outcome: going on, if the
 *    child was proved; a ban after which the best margin of the player who is left, which no
 *    history touches, is good for the winner; and, for moves of the opponent only, illegality. So a
 *    move of the winner is legal. Where another item bars the move (play_rule.bars) a move of the
 *    winner has the condition that it is absent, and a move of the opponent's that it made illegal
 *    the condition that it is there; a move of the opponent's with a child needs none, as illegal
 *    is good.
 *
 * 2. After the move the status of an item is known from its status before: created items are there
 *    with counter 0, items of cleared classes are absent, other counters are shifted by a constant.
 *    So the child's condition on a created or cleared item holds under H because it held under S,
 *    where the status was the same, and is dropped. Any other is carried over with its bounds
 *    shifted back. Where a recreation leaves the counter as it is (RECREATION_KEEPS) a created item
 *    that was there before keeps its counter, which is shifted like any other; the condition on it
 *    is carried over, and the item may be absent before if the counter 0 fulfils it.
 *
 *    An item of a point (ITEM_POINT_SINCE) is there after a stone on that point if its board had
 *    stood before. So the condition on it becomes one on the item of the board; where that is the
 *    board on which the stone is played, which has stood, it is dropped. Other plays leave an item
 *    of a point as it is. A board that a play makes for the first time has none, before and after.
 *
 * 3. Conditions on one item from several moves are intersected. S fulfils all of them, so the
 *    intersection is not empty.
 *
 * 4. The item that is always there with counter 0 (history_model.always_there), and the state's own
 *    cycle item, have the same status under every history that leads to the state. So conditions
 *    on them are dropped.
 *
 * Boards passed on (history_model.passed_boards). There an item has a second board, that on which
 * its maker passed last. The state does not tell which that is: a move looks up, and creates, the
 * item with the second board "now" (states/item.h), which is one item under S and another under H,
 * and step 1 speaks of its status under each. In step 2 the status after a move of a player's
 * follows, for items that he makes, so (item_before_move(); the opponent's stay as they are):
 *
 *   - a stone that makes board B: (B, now) is created. (B, X) is there after it if it was before or
 *     if X is now: that is what the name (B, X, if made) means, and asked again it is the same;
 *   - a pass on B: from then on now is B. (B, now), which is (B, B), is created. Another (C, now)
 *     was (C, B) before. (C, X, if made) is there after it if X is B, else it is (C, X) alone.
 *
 * Each status after a move so follows from one status before, which is asked by its name. What two
 * names ask of one item is asked of both.
 *
 * A move that is illegal under S but not under H cannot occur: the condition of step 1 for an
 * illegal move demands statuses with good outcomes for the winner, and "going on" is one only if
 * the child was proved. Nothing else enters, so lemmas may be forgotten, found in any order, and
 * tightened: more conditions are always sound.
 *
 * For superko this gives the two sets of items N (must be absent, because the winner creates them
 * in the proof) and M (must be there, because they forbid a move of the opponent's); for Kee (2013)
 * it gives intervals of the balance of passes.
 *
 * Pairs of values. The game may be able to end well for nobody (a tie by repetition, a no-result)
 * or to go round for ever. Then the query is whether one player, the attacker, can force an end
 * with a given margin, and a lemma may say less than that its winner forces an end: that he denies
 * the attacker his (lemma.denies). A tie is good for the defender and bad for the attacker, whoever
 * that is. So a lemma that has a tie among its ends, or among the outcomes that its conditions
 * allow, denies, and is used only for the side that was the defender.
 *
 * Endless play. The search counts a state that recurs on the path as a failure of the attacker,
 * because a shortest win never needs one. A proof for the attacker is then a finite tree without
 * recurrences; as play merely goes on after one, it needs no condition. A proof for the defender
 * has, for each recurrence, the condition that the state is on the path. A result of his without
 * conditions is then a set of states in which he can keep play for ever unless it ends well for
 * him: the tree of each lemma stays in the set but for its leaves, and those are good ends or
 * states of the path, which are proved with it.
 *
 * Where a recurrence ends the game (history_model.cycle_ends) it is a fact of the game like any
 * other, and the attacker's proof needs the states that it brings about absent. The defender's does
 * not, since a recurrence is good for him; but then he forces no end, so any proof of his with a
 * move that goes on denies.
 *
 * Unbounded histories (history_model.unbounded). There a state that recurs is not the same node,
 * and what the defender denies in the search is no proof: it is never used as a result
 * (unbounded.c). The attacker's proofs are finite trees all of whose ends are reached; they hold by
 * the claim above.
 *
 * Leaves by strategies that need no history (free_margins.h) demand of the history what no list of
 * items says: that from all that is on record the winner forces less than a margin (lemma.below).
 * It goes back over a move by step 2: what the move creates fulfilled it under S, and so does under
 * H; the rest was on record before. Where several children ask for it the least margin counts.
 */
#ifndef SOLVER_SEARCH_CONDITION_H
#define SOLVER_SEARCH_CONDITION_H

#include "states/history.h"

#define CONDITION_ABSENT_OK (1ull << 63)
#define CONDITION_LOW INT16_MIN
#define CONDITION_HIGH INT16_MAX

struct condition {
    uint64_t item; /* with CONDITION_ABSENT_OK if the item may be absent */
    /* If it is there, the bounds of its counter in Black's view; low > high: it must be absent. */
    int16_t low, high;
} __attribute__((packed, aligned(4)));

static inline uint64_t condition_item(const struct condition *condition)
{
    return condition->item & ~CONDITION_ABSENT_OK;
}

/* Does the history fulfil a condition? It is looked up by item, which may be another name of what
 * the condition speaks of. */
static inline bool condition_holds(const struct history *history, uint64_t item,
                                   const struct condition *condition)
{
    int counter;
    if (!history_find(history, item, &counter))
        return (condition->item & CONDITION_ABSENT_OK) != 0;
    return counter >= condition->low && counter <= condition->high;
}

/* Turns the bounds of a counter round, as where the colours are swapped, or Black's view becomes
 * the mover's: an open end stays open. The bounds must not say "must be absent". */
static inline void condition_negate(struct condition *condition)
{
    int low = condition->low, high = condition->high;
    condition->low = high == CONDITION_HIGH ? CONDITION_LOW : (int16_t)-high;
    condition->high = low == CONDITION_LOW ? CONDITION_HIGH : (int16_t)-low;
}

/* Returns the condition in the view to which g takes its own. */
static inline struct condition condition_map(const struct positions *positions,
                                             const struct history_model *model, int g,
                                             struct condition condition)
{
    uint64_t item = condition_item(&condition);
    if (g == 0) /* the identity */
        return condition;
    if (group_swaps(g) && !item_is_cycle(item) && condition.low <= condition.high &&
        model->classes[item_class(item)].counter == COUNTS_PASSES)
        condition_negate(&condition);
    condition.item = item_map(positions, model, g, item) | (condition.item & CONDITION_ABSENT_OK);
    return condition;
}

/* A growing set of conditions, at most one for each item. */
struct condition_set {
    struct condition *conditions;
    uint32_t count;
    uint32_t capacity;
    uint32_t *slots; /* by hash of the item: the condition's index + 1; 0: free */
    uint32_t mask;   /* the number of slots, a power of two, less 1 */
    bool pushed;     /* The conditions have no slots. */
};

/* Returns 0 or -ENOMEM. */
int condition_set_init(struct condition_set *ret_set);
void condition_set_release(struct condition_set *set);
void condition_set_clear(struct condition_set *set);

/* Returns the bytes that the set holds. */
size_t condition_set_bytes(const struct condition_set *set);

/* Adds a condition, intersecting it with one on the same item. Returns 0 or -ENOMEM. */
int condition_set_add(struct condition_set *set, struct condition condition);

/* The same for an item on which there is none yet, in a set to which conditions are only pushed
 * until it is cleared. */
int condition_set_push(struct condition_set *set, struct condition condition);

#endif
