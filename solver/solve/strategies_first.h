/* Strategies before tables. */
#ifndef SOLVER_SOLVE_STRATEGIES_FIRST_H
#define SOLVER_SOLVE_STRATEGIES_FIRST_H

#include "result/analysis.h"
#include "search/solver.h"
#include "strategy/strategies.h"

/*
 * Looks for strategies, as planned (strategies_suit()), at the root where solver stands without
 * tables. What they prove is written into analysis, and certified if a certificate is wanted.
 * Returns 1 if the root's value is known by them, or the claim that is asked decided, 0, or
 * -ENOMEM; a limit that stopped it is in analysis->stopped.
 */
int strategies_first_run(struct solver *solver, const struct game *game,
                         const struct analysis_options *options, const struct strategies_plan *plan,
                         struct analysis *analysis);

/*
 * After strategies, if the tables fit: strategies say which root moves are best, the search over
 * states with history what the others are worth. There is no certificate of that.
 */
void strategies_first_refine(struct solver *solver, const struct game *game,
                             const struct analysis_options *options, struct analysis *analysis);

#endif
