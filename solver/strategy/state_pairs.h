/* A set of pairs of states: excluded moves, or states with themselves. */
#ifndef SOLVER_STRATEGY_STATE_PAIRS_H
#define SOLVER_STRATEGY_STATE_PAIRS_H

#include <stddef.h>

#include "base/hashset.h"
#include "strategy/entry_key.h"

struct state_pair {
    struct entry_key from, to;
};

/* All zero: empty. */
struct state_pairs {
    struct state_pair *pairs; /* in the order in which they came */
    size_t count, room;
    struct hashset set; /* their indices */
};

/* Adds a pair, if it is not there. Returns 0 or -ENOMEM. */
int state_pairs_add(struct state_pairs *pairs, const struct entry_key *from,
                    const struct entry_key *to);

/* Takes out the pair that was added last. */
void state_pairs_take_back(struct state_pairs *pairs);

bool state_pairs_have(const struct state_pairs *pairs, const struct entry_key *from,
                      const struct entry_key *to);

void state_pairs_release(struct state_pairs *pairs);

#endif
