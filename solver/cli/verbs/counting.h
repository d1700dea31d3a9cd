/* The verb count: what it was asked for, and what its parts share. */
#ifndef SOLVER_CLI_VERBS_COUNTING_H
#define SOLVER_CLI_VERBS_COUNTING_H

#include <jansson.h>

#include "base/strbuf.h"
#include "cli/progress.h"
#include "cli/solve_options.h"
#include "report/grid.h"
#include "solve.h"

enum counting_task { COUNTING_GAMES, COUNTING_ESTIMATE, COUNTING_LONGEST, COUNTING_LEGAL };

struct counting_asked {
    enum counting_task task;
    struct solve_options options; /* with COUNTING_LEGAL its setup has nothing but a board */
    enum grid_format format;
    enum solve_length lengths;
    double within; /* of an estimate: the error that is wanted, relative */
    uint64_t seed; /* of random games */
};

/* Each does the task and prints what it came to. Returns an exit code; EXIT_FAILED: err. */
int counting_games(const struct counting_asked *counting, struct error *err);
int counting_estimate(const struct counting_asked *counting, struct error *err);
int counting_longest(const struct counting_asked *counting, struct error *err);
int counting_legal(const struct counting_asked *counting, struct error *err);

/* Makes a request with the limits, the interrupt, and progress unless --quiet is given. Returns 0
 * or -ENOMEM (err). */
int counting_request(const struct counting_asked *counting, struct progress *progress,
                     struct solve_request **ret_request, struct error *err);

/* Appends decimal digits in groups: "386,356,909,593". */
void counting_add_grouped(struct strbuf *text, const char *digits);

/* The first line for people: board, rules, who is to move. */
void counting_print_head(const struct counting_asked *counting);

/* A number of title: in groups, and its digits below where they are more than three. Returns 0 or
 * -ENOMEM (err). */
int counting_print_number(const char *title, const char *digits, struct error *err);

/* An object that says what was to be counted, so that it can be counted again. */
json_t *counting_json(const struct counting_asked *counting);

/* The first columns of CSV and Markdown, what was counted: "board" to "history". There are
 * COUNTING_KEYS. */
#define COUNTING_KEYS 5
extern const struct grid_column counting_keys[COUNTING_KEYS];

/* Adds a row to grid, with the first columns set. Returns 0 or -ENOMEM. */
int counting_add_row(struct grid *grid, const struct counting_asked *counting);

/* Prints grid as CSV or Markdown, whichever was asked for. Returns 0 or -ENOMEM. */
int counting_print_grid(const struct counting_asked *counting, const struct grid *grid);

/*
 * Prints what was found in a row, likewise: the first columns, then count more ones, which fill()
 * sets. Returns 0 or -ENOMEM (err).
 */
int counting_print_row(const struct counting_asked *counting, const struct grid_column *more,
                       size_t count,
                       int (*fill)(const struct counting_asked *counting, const void *found,
                                   struct grid *grid),
                       const void *found, struct error *err);

/* "about 1.23e+31", and its digits as far as they mean anything: from the logarithm to base 10. */
void counting_add_estimate(struct strbuf *text, const struct solve_estimate *estimate);

/* The estimate in an object; NULL: no memory. */
json_t *counting_estimate_json(const struct solve_estimate *estimate, uint64_t seed);

/* Prints the estimate for people, clearly as one. */
int counting_print_estimate(const struct solve_estimate *estimate, struct error *err);

/* Says why the library refused (r, why) to estimate or to bound; where play need not end that so
 * follows: "there is no number". Returns the exit code. */
int counting_refused(const struct counting_asked *counting, int r, const struct solve_error *why,
                     const char *so, struct error *err);

#endif
