/* One cell: a board under a ruleset. */
#ifndef SOLVER_SURVEY_CELL_H
#define SOLVER_SURVEY_CELL_H

#include "survey/survey.h"

/* Solves the cell, certifies it, and sets its row in cells and in seconds. Returns 0 or a negative
 * errno (err). Several threads may do this, each for another row. */
int cell_solve(struct survey *survey, size_t row, struct error *err);

/*
 * Is there nothing left to do for the row of an earlier run? It is proved, all best plays are known
 * and it is certified, if boards of its size are. The certificate is checked again if there is a
 * folder for it.
 */
bool cell_is_final(const struct survey *survey, const struct grid *older, size_t row);

/* Why a row whose value is proved has no certificate, in words; "": it has one, or its column "why"
 * says what is missing. A constant. */
const char *cell_uncertified(const struct survey *survey, size_t row);

/* Puts the row of an earlier run in place of one of this run that proves less; of two that are not
 * proved the bounds are taken together. Returns 1 if the earlier one was proved and taken, 0,
 * -EEXIST if the two prove different things (err), or -ENOMEM. */
int cell_keep(struct grid *cells, const struct grid *older, size_t row, struct error *err);

#endif
