/* Solving under the Ing-Spight Ko Rule. */
#ifndef SOLVER_UNFOLD_ANALYSIS_H
#define SOLVER_UNFOLD_ANALYSIS_H

#include "result/analysis.h"

/*
 * As analysis_run(), which calls it. One thread; nothing is saved, nothing of earlier runs is used.
 * A board of more points than UNFOLD_POINTS_MAX stops it at once (STOP_SIZE).
 */
int unfold_analyse(const struct game *game, const struct analysis_options *options,
                   struct analysis *ret_analysis);

#endif
