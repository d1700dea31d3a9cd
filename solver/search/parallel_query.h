/* Two threads that answer a question together. */
#ifndef SOLVER_SEARCH_PARALLEL_QUERY_H
#define SOLVER_SEARCH_PARALLEL_QUERY_H

#include "search/solver.h"

/* May a question with this budget be asked so, and is it worth it? */
bool parallel_query_is_wanted(const struct solver *solver, uint64_t max_nodes);

/*
 * As solver_query_in_turn(), of an open node. How many nodes it takes depends on the moment;
 * they are counted in solver->search.nodes, those of both.
 */
int parallel_query_run(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                       bool forced_only, struct answer *ret_answer);

/* Releases what was made for it. */
void parallel_query_release(struct solver *solver);

#endif
