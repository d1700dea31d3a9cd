/* The line of an endless play: the way to a cycle, and the cycle. */
#ifndef SOLVER_CLI_VERBS_ENDLESS_LINE_H
#define SOLVER_CLI_VERBS_ENDLESS_LINE_H

#include "base/error.h"
#include "solve.h"

/* Prints the line, which there is, and draws it as it goes on from where start stands. Returns 0 or
 * -ENOMEM (err). */
int endless_line_print(const struct solve_game *start, const struct solve_endless *found,
                       struct error *err);

#endif
