/*
 * The states that a walk has met, by 64 bits of each: eight bytes a state, where a check needs a
 * hundred. Two states that share theirs count as one, for who writes as for who reads; where that
 * loses a reply the file is not written (packed.h).
 */
#ifndef SOLVER_CERTIFICATE_PACKED_MET_STATES_H
#define SOLVER_CERTIFICATE_PACKED_MET_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "certificate/budget.h"

struct met_states {
    uint64_t *slots; /* by hash; 0: free */
    size_t count, room;
    struct budget *budget; /* borrowed */
};

/* Begin with all zero but the budget. */
void met_states_release(struct met_states *met);

/* Returns whether a state with that hash (not 0) was met. */
bool met_states_have(const struct met_states *met, uint64_t hash);

/* Adds it. Returns 1; 0: it was there; -ENOMEM or BUDGET_SPENT. */
int met_states_add(struct met_states *met, uint64_t hash);

#endif
