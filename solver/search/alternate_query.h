/* A query in two orders of search, in turn. */
#ifndef SOLVER_SEARCH_ALTERNATE_QUERY_H
#define SOLVER_SEARCH_ALTERNATE_QUERY_H

#include "search/solver.h"

/* As solver_query_in_turn(), of an open node, with max_nodes > 0. The nodes of both orders are
 * counted in solver->search.nodes. */
int alternate_query_run(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                        bool forced_only, struct answer *ret_answer);

#endif
