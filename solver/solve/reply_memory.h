/*
 * The replies of a strategy, noted while it is made: so it can be made again, from fewer states,
 * without the tables that they came from. A reply is noted by where it leads to, which is the same
 * for all images of a state.
 */
#ifndef SOLVER_SOLVE_REPLY_MEMORY_H
#define SOLVER_SOLVE_REPLY_MEMORY_H

#include <stdbool.h>

#include "base/hashset.h"
#include "certificate/check/strategy/moves.h"

/* All zero: nothing is noted. */
struct reply_memory {
    struct noted_reply *list;
    size_t count, capacity;
    struct hashset numbers; /* by the state that is replied to */
    bool whole;             /* All that was wanted of the strategy is noted. */
};

/* Notes a reply that leads from a state to the next, unless the state has one. Returns 0 or
 * -ENOMEM. */
int reply_memory_note(struct reply_memory *memory, const struct strategy_state *state,
                      const struct strategy_state *next);

/* Returns the reply to a state, a point or points for a pass, or -1: none is noted. */
int reply_memory_find(const struct reply_memory *memory, const struct strategy_terms *terms,
                      const struct strategy_state *state);

void reply_memory_release(struct reply_memory *memory);

#endif
