/* The values of the root moves. */
#ifndef SOLVER_SOLVE_ROOT_MOVES_H
#define SOLVER_SOLVE_ROOT_MOVES_H

#include "result/analysis.h"
#include "search/solver.h"

/* Lists the legal moves of the root, at which solver stands, in analysis: each with what is known
 * of it without search. Returns 0 or -ENOMEM. */
int root_moves_list(struct solver *solver, struct analysis *analysis);

/*
 * Marks the moves that a symmetry of the root takes to an earlier one (analysis_move.same_as). With
 * moves played before, the history may not have the symmetry, so each move stands for itself.
 */
void root_moves_find_symmetric(struct solver *solver, struct analysis *analysis);

/* Solves what can be solved with so many nodes for each root move. A limit of the run that stopped
 * it is in analysis->stopped. */
void root_moves_try(struct solver *solver, const struct analysis_options *options, uint64_t nodes,
                    struct analysis *analysis);

/* As solver_decide(), with so many nodes. Returns 0, -EAGAIN if a limit of the run stopped it, or 1
 * if it took more. */
int root_moves_try_value(struct solver *solver, int guess, const struct bounds_claim *asked,
                         uint64_t nodes, struct bounds *bounds);

/*
 * Solves the root moves, whose value is bounded by the root's, on several threads if that is worth
 * it: each has a solver of its own, beside this one or with tables of its own. A limit that stopped
 * it is in analysis->stopped.
 */
void root_moves_solve(struct solver *solver, const struct game *game,
                      const struct analysis_options *options, struct analysis *analysis);

/* Adds the nodes and lemmas of solver to the work that analysis tells. */
void root_moves_count_work(struct analysis *analysis, const struct solver *solver);

/* With --value-only: the first move of the principal variation is worth what the root is, if that
 * is one number. */
void root_moves_take_pv(struct analysis *analysis);

#endif
