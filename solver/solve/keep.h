/* What was known before a run stays known after it, whatever the run came to. */
#ifndef SOLVER_SOLVE_KEEP_H
#define SOLVER_SOLVE_KEEP_H

#include "result/analysis.h"

/*
 * Takes into the analysis of a run of game what was known of game before: bounds, and the principal
 * variation where the run has none that is as good. A run that is stopped, or that proves all anew
 * for its certificate, may not have come to that. What it does not certify of it is counted as
 * missing. Both must have the same komi. Returns 1; 0: the run knows it all; -EBADMSG: the two
 * contradict each other, and analysis is as it was.
 */
int keep_known(const struct game *game, const struct analysis_options *options,
               const struct analysis *known, struct analysis *analysis);

#endif
