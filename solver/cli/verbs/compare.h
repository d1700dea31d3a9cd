/* The verb compare: one position under several rulesets. */
#ifndef SOLVER_CLI_VERBS_COMPARE_H
#define SOLVER_CLI_VERBS_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/run_limits.h"
#include "cli/setup.h"
#include "report/grid.h"
#include "report/rulesets.h"

struct compare_options {
    struct game_setup setup; /* its rules are the first of rulesets */
    struct rulesets rulesets;
    enum grid_format format;
    bool find, quiet;
    bool komi_given;
    int komi_half_points;     /* 0 if not given */
    struct run_limits limits; /* of each position under each ruleset */
    struct solve_store *store;
    const char *sgf_out; /* the file that receives the lines; NULL: none */
};

/* Whether something differs: no and yes are proved. */
enum difference { DIFFERS_OPEN, DIFFERS_NO, DIFFERS_YES };

/* What one ruleset makes of a position. */
struct compared {
    struct solve_rules *rules; /* of compare_options */
    char *refused;             /* why the history is not legal under it; else NULL */
    struct solve_game *game;
    struct solve_result *result; /* unless refused */
    struct solve_bounds bounds;  /* of the result */
    enum difference values;      /* from the first ruleset under which the history is legal */
    enum difference plays;       /* likewise: the best root moves */
};

/* Return exit codes (verb.h); for EXIT_FAILED err holds the line to print. */
int compare_run(const struct compare_options *options, struct error *err);
int compare_find(const struct compare_options *options, struct error *err);

/*
 * Solves position (text) with the setup's player to move, after the setup's moves, under ruleset i.
 * Returns 0 or -ENOMEM. The caller calls compared_release() whatever this returned.
 */
int compared_solve(const struct compare_options *options, size_t i, const char *position,
                   bool value_only, struct compared *ret_compared);

/* Do two values differ, as far as they are proved? */
enum difference compared_values_differ(const struct solve_bounds *a, const struct solve_bounds *b);

/* Sets what differs. Each is compared with the first one under which the history is legal. */
void compared_mark(struct compared *list, size_t count, int komi_half_points);

/* Are the values, and those of all root moves, known under all rulesets that allow the history? */
bool compared_all_known(const struct compared *list, size_t count);

void compared_release(struct compared *compared);

/* How far a search for a position (--find) came. */
struct found {
    bool any;         /* a position was found */
    bool complete;    /* It is proved that there is none, or none that is smaller. */
    size_t looked_at; /* positions, up to symmetry and colours */
    size_t open;      /* positions that were not decided within the limits */
    int stones;       /* All positions with at most so many stones were looked at; -1: none. */
};

/*
 * Prints the values and best root moves side by side. found is NULL, or how far a search came: then
 * the principal variations are drawn, too, and list is not read if it found nothing. Returns 0 or a
 * negative errno.
 */
int compare_print(const struct compare_options *options, const char *position,
                  const struct compared *list, const struct found *found, struct error *err);

#endif
