/* Solving under rules with cycles. */
#ifndef SOLVER_CYCLES_ANALYSIS_H
#define SOLVER_CYCLES_ANALYSIS_H

#include "result/analysis.h"

struct cycle_search;

/* As analysis_run(), which calls it. search is made for game (left.h); NULL: the run makes one of
 * its own. What is proved is told to options->note at once. */
int cycle_analyse(const struct game *game, const struct analysis_options *options,
                  struct cycle_search *search, struct analysis *ret_analysis);

#endif
