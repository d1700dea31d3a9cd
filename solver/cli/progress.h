/*
 * Progress of a search on stderr: after a second a line a second, rewritten in place, on a
 * terminal; elsewhere a plain line every half minute.
 */
#ifndef SOLVER_CLI_PROGRESS_H
#define SOLVER_CLI_PROGRESS_H

#include <stdbool.h>

#include "solve.h"

struct progress {
    const struct solve_board *board; /* of the run; borrowed */
    double started, shown;           /* clock_now() of the start and of the latest line */
    bool terminal;
    bool line_open; /* a line stands on the terminal that the next one overwrites */
};

void progress_start(struct progress *progress, const struct solve_board *board);

/* For solve_request_set_progress(): shows what the run does, if it is time. arg: the struct
 * progress.
 */
void progress_show(const struct solve_progress *run, void *arg);

/* Clears the line that stands. */
void progress_stop(struct progress *progress);

#endif
