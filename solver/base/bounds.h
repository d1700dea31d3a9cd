/* What is proved of a value. */
#ifndef SOLVER_BASE_BOUNDS_H
#define SOLVER_BASE_BOUNDS_H

#include <stdbool.h>

/* Margins that the program shows: -inf and +inf are no end can be forced. */
#define MARGIN_INFINITE 1000000

/*
 * What is proved of a node's value: lower is the largest margin t such that Black can
 * force the game to end with at least t, upper the smallest such that White can force it to end
 * with at most t. Each is known only between two numbers until they meet.
 */
struct bounds {
    int lower_min, lower_max; /* lower is one of these or between */
    int upper_min, upper_max; /* the same of upper */
};

static inline bool bounds_known(const struct bounds *bounds)
{
    return bounds->lower_min == bounds->lower_max && bounds->upper_min == bounds->upper_max;
}

/* Returns bounds that say nothing. */
static inline struct bounds bounds_unknown(void)
{
    return (struct bounds){-MARGIN_INFINITE, MARGIN_INFINITE, -MARGIN_INFINITE, MARGIN_INFINITE};
}

/* Returns the bounds of a value that is known: lower and upper. */
static inline struct bounds bounds_pair(int lower, int upper)
{
    return (struct bounds){lower, lower, upper, upper};
}

/* A claim about a value: Black forces an end with at least margin; or, of_white, White forces one
 * with at most margin. */
struct bounds_claim {
    bool of_white;
    int margin; /* Black's view */
};

enum bounds_answer {
    BOUNDS_OPEN, /* The bounds do not decide the claim. */
    BOUNDS_TRUE,
    BOUNDS_FALSE,
};

enum bounds_answer bounds_answer(const struct bounds *bounds, const struct bounds_claim *claim);

/* Do bounds say what is looked for: whether a claim is true, or if asked is NULL the value? */
bool bounds_suffice(const struct bounds *bounds, const struct bounds_claim *asked);

/*
 * Returns of bounds that decide a claim only what decides it: what a player forces, or else what
 * one denies the other. pairs: lower and upper are told apart.
 */
struct bounds bounds_deciding(const struct bounds *bounds, const struct bounds_claim *claim,
                              bool pairs);

/* Takes into bounds that lower is not more than upper: so what Black forces bounds upper, and what
 * White forces bounds lower. */
void bounds_order(struct bounds *bounds);

/* The same bounds as a player sees them: White's lower is Black's upper, with the sign changed. */
struct bounds bounds_seen_by(bool white, const struct bounds *bounds);

/* Is each end of a range below its other end, and may lower be at most upper? */
static inline bool bounds_in_order(const struct bounds *bounds)
{
    return bounds->lower_min <= bounds->lower_max && bounds->upper_min <= bounds->upper_max &&
           bounds->lower_min <= bounds->upper_max;
}

/* Takes what is known besides into bounds. */
void bounds_narrow(struct bounds *bounds, const struct bounds *known);

/* The margin that best play comes to where cycles count as komi: median(lower, komi, upper),
 * doubled. */
int bounds_result(int lower, int upper, int komi_half_points);

#endif
