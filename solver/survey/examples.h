/* The positions on which rulesets differ, each solved under all rulesets. */
#ifndef SOLVER_SURVEY_EXAMPLES_H
#define SOLVER_SURVEY_EXAMPLES_H

#include "survey/survey.h"

/* Solves the positions of differences, and sets examples and the best plays of differences. Returns
 * 0, also after an interrupt; -EEXIST: a position is worth something else than its row says; or
 * another negative errno (err). */
int examples_solve(struct survey *survey, struct error *err);

void examples_release(struct survey *survey);

/* All rulesets on a board, by its place in the list, with what a cell may use. */
void examples_comparison(const struct survey *survey, size_t board, struct comparison *ret_made);

#endif
