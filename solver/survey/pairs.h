/* The smallest position that each pair of rulesets values differently. */
#ifndef SOLVER_SURVEY_PAIRS_H
#define SOLVER_SURVEY_PAIRS_H

#include "survey/survey.h"

/* Makes the empty rows of differences. Returns 0 or -ENOMEM. */
int pairs_init(struct survey *survey);

/* Reads differences.csv from the folder, if it is there. Returns 0 or a negative errno (err). */
int pairs_read(struct survey *survey, struct error *err);

/* Looks at the boards on which a pair is not decided, the smallest first, and sets differences.
 * Returns as survey_run(). */
int pairs_find(struct survey *survey, struct error *err);

#endif
