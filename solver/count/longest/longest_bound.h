/*
 * The longest game is at most so long: the most that an assignment (longest_match.h) is worth when
 * it pays for each inequality (longest_cuts.h) that it breaks. That is a bound whatever the prices
 * are (Lagrange), so they may be found by any means; the bound itself is computed from them in
 * whole numbers, and the column and row prices of the assignment prove it.
 *
 * The prices are found by the volume algorithm (Barahona and Anbil 2000), with sets found on the
 * way.
 */
#ifndef SOLVER_COUNT_LONGEST_BOUND_H
#define SOLVER_COUNT_LONGEST_BOUND_H

#include "count/longest/longest_cuts.h"
#include "count/run.h"

struct longest_bound {
    const struct longest_graph *graph;
    struct longest_match match; /* the latest */
    struct longest_cuts cuts;   /* with the best prices */
    uint32_t at_most;           /* proved: no path with its finish is longer */
    int64_t best;               /* the same times LONGEST_SCALE, not rounded down */
    int64_t *column_price;      /* of the assignment that gave it */
    double *flow;               /* by arc: the average of assignments */
    double *latest;             /* by arc: the last assignment, the same for all images */
    double *slack;              /* by inequality: what the average has more than is asked */
    int64_t *trial;             /* by inequality: the prices that are tried */
    size_t slack_room, trial_room;
    double stride, share;
    int fruitless; /* rounds since the bound got better by much */
    uint64_t rounds;
};

/* What a play is worth in longest_match. */
#define LONGEST_SCALE ((int64_t)1 << 20)

/* Begins with the bound without sets. Returns 0; -EINTR: run must stop, and the bound is a weaker
 * one; or -ENOMEM. Release it in any case. */
int longest_bound_init(struct longest_bound *ret_bound, const struct longest_graph *graph,
                       struct count_run *run);
void longest_bound_release(struct longest_bound *bound);

/*
 * Makes the bound better for some rounds, or until it is at_least, the length of a path that is
 * known, or run must stop. Returns 1: it may get better still; 0: there is nothing left to do;
 * -EINTR or -ENOMEM.
 */
int longest_bound_improve(struct longest_bound *bound, uint32_t at_least, int rounds,
                          struct count_run *run);

/*
 * Computes the bound once more, on its own, from the sets themselves and the prices alone. Returns
 * 0 and *ret_at_most; -EPROTO: the prices do not prove it; or -ENOMEM.
 */
int longest_bound_prove(const struct longest_bound *bound, uint32_t *ret_at_most);

#endif
