/* What a run would take, told before it. */
#ifndef SOLVER_CLI_VERBS_PREDICTION_H
#define SOLVER_CLI_VERBS_PREDICTION_H

#include "solve.h"

/* Prints a line on stderr if making the tables of the run will take long, or if no tables fit and
 * the memory is less than what strategies are likely to need. Returns how many boards the tables
 * have at most, up to symmetry; 0 where that is not known beforehand. */
double prediction_announce(const struct solve_request *request, const struct solve_game *game);

#endif
