/*
 * Strategies for the leaves of a certificate (certificate/check/strategy_leaves.h): what dense
 * tables say of a margin without history is made out play by play, as far as play comes from the
 * leaves.
 */
#ifndef SOLVER_SOLVE_STRATEGY_LEAVES_H
#define SOLVER_SOLVE_STRATEGY_LEAVES_H

#include "base/bytes.h"
#include "search/solver.h"
#include "solve/reply_memory.h"

/* May a certificate under these rules have such leaves, and does the search have them? */
bool strategy_leaves_suit(const struct ruleset *rules);

/*
 * How long strategies are still made after the solver's limit of time, or an interruption, as
 * retry_patience() says. All zero at first.
 */
struct strategy_patience {
    double until; /* in seconds of clock_now(); 0: no limit was met */
};

/*
 * Puts the strategies behind the nodes in body, some of which are strategy leaves. The checker's
 * walk goes through them. memory (or NULL) is for leaves of one margin: it notes their replies, and
 * if it has all of them no table is made, and no limit looked at. Returns 0; -EINVAL: what the
 * tables tell makes no strategy that it accepts; -EINTR or -ENOMEM: a limit (search.stopped), or
 * memory.
 */
int strategy_leaves_write(struct solver *solver, uint32_t node_count, struct bytes *body,
                          struct strategy_patience *patience, struct reply_memory *memory);

#endif
