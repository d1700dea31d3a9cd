/* Progress of work that tells nothing of itself: a thread says how long it has been at it. */
#ifndef SOLVER_CLI_PROGRESS_CLOCK_H
#define SOLVER_CLI_PROGRESS_CLOCK_H

#include "cli/run_limits.h"

struct progress_clock;

/*
 * Shows from now on, as often as progress.h says, the time, of how much where limits (borrowed)
 * says so, and what is done (borrowed). Returns NULL where there is no memory or no thread for it:
 * then nothing is shown.
 */
struct progress_clock *progress_clock_start(const char *what, const struct run_limits *limits);

/* Ends it, and clears the line on the terminal. NULL is allowed. */
void progress_clock_stop(struct progress_clock *clock);

#endif
