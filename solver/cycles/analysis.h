/* Solving under rules with cycles. */
#ifndef SOLVER_CYCLES_ANALYSIS_H
#define SOLVER_CYCLES_ANALYSIS_H

#include "result/analysis.h"

/* As analysis_run(), which calls it. One thread; nothing is saved. */
int cycle_analyse(const struct game *game, const struct analysis_options *options,
                  struct analysis *ret_analysis);

#endif
