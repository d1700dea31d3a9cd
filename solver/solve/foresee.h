/* Tables for a run: dense ones where these go first, after a look without them, then lists. */
#ifndef SOLVER_SOLVE_FORESEE_H
#define SOLVER_SOLVE_FORESEE_H

#include "result/analysis.h"
#include "search/solver.h"

/* Takes what tables that are there prove of the root, at which solver stands, and of its moves. */
void foresee_known(struct solver *solver, struct analysis *analysis);

/*
 * Brings the value of the root near, at which solver stands, or where asked is not NULL the answer
 * whether that claim is true: what is known is taken; where dense tables pay, few nodes are tried
 * without them; then they are made, and what they prove is taken. Where lists fit and are needed
 * yet, they are made. Returns 0, or -EAGAIN if a limit stopped it.
 */
int foresee_value(struct solver *solver, int guess, const struct bounds_claim *asked,
                  struct analysis *analysis);

/* The same for the root's moves, of which what is known has been taken. A limit that stopped it is
 * in analysis->stopped. */
void foresee_moves(struct solver *solver, const struct game *game,
                   const struct analysis_options *options, struct analysis *analysis);

/* Where more is asked than the value and the moves, and takes long: makes the tables that come next
 * and are not there, dense ones or lists. Returns 0, or -EAGAIN if a limit stopped it. */
int foresee_more(struct solver *solver);

#endif
