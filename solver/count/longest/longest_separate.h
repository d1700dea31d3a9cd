/* Which inequalities does an average of assignments break? Found by least cuts (Ford, Fulkerson).
 */
#ifndef SOLVER_COUNT_LONGEST_SEPARATE_H
#define SOLVER_COUNT_LONGEST_SEPARATE_H

#include "count/longest/longest_cuts.h"

/*
 * Adds sets that are entered less often than their target. flow: by arc, how often an assignment
 * takes it on average, the same for all images of an arc. Returns how many sets were added, or
 * -ENOMEM.
 */
int longest_separate(const struct longest_match *match, const double *flow,
                     struct longest_cuts *cuts);

#endif
