/* The list of first plays for people, and a board on which each point shows what it is worth. */
#ifndef SOLVER_CLI_PLAYS_TEXT_H
#define SOLVER_CLI_PLAYS_TEXT_H

#include <stddef.h>

#include "cli/solve_options.h"
#include "solve.h"

/* Writes "+4", or what is known: "-3 to +4" for one number, "lower -4, upper +4" for a pair. */
void plays_text_bounds(const struct solve_bounds *bounds, const struct solve_rules *rules,
                       char *buffer, size_t size);

/*
 * Prints all first plays with what they are worth, a line each, within width columns. Beside them,
 * or below where that is too wide, stands the board of values, if the board is a rectangle of at
 * least two rows and columns (on a line the list is the board) and a value is proved.
 */
void plays_text_print(const struct solve_result *result, const struct solve_options *options,
                      int width);

#endif
