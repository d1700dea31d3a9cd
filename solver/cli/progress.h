/*
 * Progress of a run on stderr. On a terminal a line appears after a second and is rewritten in
 * place every second. Elsewhere a plain line is written every half minute.
 */
#ifndef SOLVER_CLI_PROGRESS_H
#define SOLVER_CLI_PROGRESS_H

#include <stdbool.h>

#include "solve.h"

struct progress {
    const struct solve_board *board; /* of the run; borrowed */
    double started;                  /* clock_now() of the start */
    double shown;                    /* clock_now() of the latest line */
    bool random_games;               /* counted by random games: an estimate */
    bool terminal;                   /* stderr is a terminal */
    bool line_open;                  /* a line is on the terminal that the next one overwrites */
};

void progress_start(struct progress *progress, const struct solve_board *board);

/* Shows what the run does, if it is time. For solve_request_set_progress(); arg is the struct
 * progress. */
void progress_show(const struct solve_progress *run, void *arg);

/* Clears the line on the terminal. */
void progress_stop(struct progress *progress);

#endif
