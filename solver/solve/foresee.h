/* Dense tables for a run: made where lists do not fit, after a look without them. */
#ifndef SOLVER_SOLVE_FORESEE_H
#define SOLVER_SOLVE_FORESEE_H

#include "result/analysis.h"
#include "search/solver.h"

/* Takes what tables that are there prove of the root, at which solver stands, and of its moves. */
void foresee_known(struct solver *solver, struct analysis *analysis);

/*
 * Brings the value of the root near, at which solver stands: what is known is taken; where dense
 * tables pay, few nodes are tried without them; then they are made, and what they prove is taken.
 * Returns 0, or -EAGAIN if a limit stopped it.
 */
int foresee_value(struct solver *solver, int guess, struct analysis *analysis);

/* The same for the root's moves, of which what is known has been taken. A limit that stopped it is
 * in analysis->stopped. */
void foresee_moves(struct solver *solver, const struct analysis_options *options,
                   struct analysis *analysis);

#endif
