/*
 * Solving: from a game to its analysis. This is the only place that chooses an engine: the search
 * over states with their history (search/), with tables of the boards (tables/) where they fit;
 * strategies without repetition (strategy/) where they do not; the search under rules with cycles
 * (cycles/); or the graph of states under the Ing-Spight Ko Rule (unfold/).
 */
#ifndef SOLVER_SOLVE_ANALYSIS_H
#define SOLVER_SOLVE_ANALYSIS_H

#include "result/analysis.h"

/*
 * Solves the node at which game stands. Returns 0 also when a limit stopped it: then the bounds say
 * what is proved and stopped says why. -ENOMEM when not even the tables could be made. The result
 * is to be released (analysis_release()).
 */
int analysis_run(const struct game *game, const struct analysis_options *options,
                 struct analysis *ret_analysis);

/*
 * Of a root whose value and best moves strategies have told: would a run with these options say
 * what the other moves are worth, because now there is room for tables? Returns 1, 0 or -ENOMEM.
 */
int analysis_is_refined(const struct game *game, const struct analysis_options *options);

#endif
