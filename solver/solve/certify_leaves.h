/*
 * The strategies of a certificate's leaves (solve/strategy_leaves.h), margin by margin: those first
 * that the first claims rest on. Where time ends before all are made, what rests on the others is
 * not claimed.
 */
#ifndef SOLVER_SOLVE_CERTIFY_LEAVES_H
#define SOLVER_SOLVE_CERTIFY_LEAVES_H

#include "search/solver.h"
#include "solve/wanted.h"

/*
 * Puts the strategies of the leaves that writer has behind its nodes, which prove what is wanted. A
 * claim that rests on a strategy which was not made gets the reason, and its nodes go; *ret_cut:
 * the clock or an interruption was one. Within the solver's limits, but for strategy_patience.
 * Returns 0 or -ENOMEM.
 */
int certify_leaves(struct solver *solver, const struct wanted_list *wanted,
                   struct trace_writer *writer, bool *ret_cut);

#endif
