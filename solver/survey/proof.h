/* The files of certificates. */
#ifndef SOLVER_SURVEY_PROOF_H
#define SOLVER_SURVEY_PROOF_H

#include "survey/survey.h"

/* The path of a cell's certificate, "DIR/1x5-psk.proof" or "DIR/1x5-psk-value.proof", to be freed;
 * NULL: no memory. There is a folder for them. */
char *proof_path(const struct survey *survey, size_t row, bool value_only);

/*
 * Does the certificate of a row say all that the row does, the value and which first plays are
 * best? It must be there, have the row's hash, be about the row's board and rules, and be accepted.
 */
bool proof_says_row(const struct survey *survey, const struct grid *cells, size_t row);

#endif
