/*
 * Strategies for the leaves of a certificate (certificate/check/strategy_leaves.h): what dense
 * tables say of a margin without history is made out play by play, as far as play comes from the
 * leaves.
 */
#ifndef SOLVER_SOLVE_STRATEGY_LEAVES_H
#define SOLVER_SOLVE_STRATEGY_LEAVES_H

#include "base/bytes.h"
#include "search/solver.h"

/* May a certificate under these rules have such leaves, and does the search have them? */
bool strategy_leaves_suit(const struct ruleset *rules);

/*
 * Puts the strategies behind the nodes in body, some of which are strategy leaves. The checker's
 * walk goes through them. Returns 0; -EINVAL: what the tables tell makes no strategy that it
 * accepts; -EINTR or -ENOMEM: a limit, or memory.
 */
int strategy_leaves_write(struct solver *solver, uint32_t node_count, struct bytes *body);

#endif
