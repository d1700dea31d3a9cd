/*
 * Progress of a run on stderr. On a terminal a line appears after a second and is rewritten in
 * place every second; it leaves out what does not fit the terminal as wide as it is then. Elsewhere
 * a plain line is written every half minute. Where it is known how much there is to do, or what the
 * run may take, the line says how much of it is done. How long a search will take is not known.
 */
#ifndef SOLVER_CLI_PROGRESS_H
#define SOLVER_CLI_PROGRESS_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "cli/run_limits.h"
#include "solve-check.h"
#include "solve.h"

struct progress {
    const struct solve_board *board; /* of the run; borrowed; NULL for a check */
    const struct run_limits *limits; /* of the run; borrowed */
    double started;                  /* clock_now() of the start */
    double boards_most;              /* that tables of the run have; 0: not known */
    double shown;                    /* clock_now() of the latest line */
    bool random_games;               /* counted by random games: an estimate */
    bool terminal;                   /* stderr is a terminal */
    bool line_open;                  /* a line is on the terminal that the next one overwrites */
};

void progress_start(struct progress *progress, const struct solve_board *board,
                    const struct run_limits *limits);

/* Shows what the run does, if it is time. For solve_request_set_progress(); arg is the struct
 * progress. */
void progress_show(const struct solve_progress *run, void *arg);

/* The same of the check of a certificate, for solve_check_set_progress(). */
void progress_show_check(const struct solve_check_progress *check, void *arg);

/* The same of a dense table of all positions, for solve_table_options.progress. */
void progress_show_table(struct progress *progress, const struct solve_table_progress *table);

/* The same of work on many things, one after the other: "proving lemmas again, 12 of 100 (12 %)".
 */
void progress_show_many(struct progress *progress, const char *what, uint64_t done, uint64_t all);

/* The same of work that tells nothing of itself (progress_clock.h): "12 of 60 s: looking for ...".
 */
void progress_show_time(struct progress *progress, const char *what);

/* Clears the line on the terminal. */
void progress_stop(struct progress *progress);

#endif
