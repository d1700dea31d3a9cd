/* Two threads that answer a query together. */
#ifndef SOLVER_SEARCH_PARALLEL_QUERY_H
#define SOLVER_SEARCH_PARALLEL_QUERY_H

#include "search/solver.h"

/* May a query with this budget be answered by two threads, and is it worth it? */
bool parallel_query_is_wanted(const struct solver *solver, uint64_t max_nodes);

/*
 * As solver_query_in_turn(), of an open node. How many nodes it takes differs from run to run;
 * those of both threads are counted in solver->search.nodes.
 */
int parallel_query_run(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                       bool forced_only, struct answer *ret_answer);

#endif
