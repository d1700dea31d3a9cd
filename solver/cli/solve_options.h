/* What the main verb was asked for, and the function that does it. */
#ifndef SOLVER_CLI_SOLVE_OPTIONS_H
#define SOLVER_CLI_SOLVE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "cli/setup.h"
#include "rules/game.h"

/* Komi is at most so many half points either way: 1000 points. */
#define KOMI_HALF_POINTS_MAX 2000

struct solve_options {
    struct game_setup setup; /* two players, at most SOLVER_MAX_POINTS points */
    struct game game;        /* setup's moves played, all legal; perhaps over already */
    int komi_half_points;    /* 0 if not given */
    bool value_only, json, quiet;
    const char *store;   /* folder; NULL: none */
    int threads;         /* 1 .. THREADS_MAX; 0: all cores */
    uint64_t memory;     /* bytes; 0: a share of what is available */
    bool memory_default; /* nobody said how many */
    uint64_t max_nodes;  /* 0: no limit */
    double max_seconds;  /* 0: no limit */
    const char *proof;   /* the file that receives a certificate; NULL: none */
};

/*
 * Reads the setup and plays the moves of history_option (an index into specs) under the rules.
 * prohibited is the text of the option of that name, or NULL.
 * Returns 0, -EINVAL (wrong usage: err names option, value and what is wanted) or -ENOMEM. What
 * was made is released by the caller in any case: game, then setup.
 */
int solve_options_read_game(struct solve_options *into, const struct option_spec *specs,
                            const char *const *values, size_t history_option,
                            const char *prohibited, struct error *err);

/* Reads --komi; NULL: not given, 0. Returns 0 or -EINVAL. */
int solve_options_read_komi(const char *text, int *ret_half_points, struct error *err);

/*
 * Solves and prints the result. Returns an exit code (verb.h); for EXIT_FAILED and EXIT_USAGE err
 * holds the line that the caller prints. options stay the caller's.
 */
int solve_run(const struct solve_options *options, struct error *err);

#endif
