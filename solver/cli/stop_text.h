/* Why a run stopped, in the words of the program's options. */
#ifndef SOLVER_CLI_STOP_TEXT_H
#define SOLVER_CLI_STOP_TEXT_H

#include <stdbool.h>

#include "cli/run_limits.h"
#include "solve.h"

/* "--max-seconds reached": a constant, or the text of interrupt_text(). */
const char *stop_text(enum solve_stop stop);

/* The same of the end of a principal variation that is not complete. */
const char *stop_text_of_pv(enum solve_stop stop, const struct run_limits *limits);

/* As stop_text(); without --memory the user does not know how much it was: then it says it. The
 * text stays as it is until the next call. */
const char *stop_text_within(enum solve_stop stop, const struct run_limits *limits);

#endif
