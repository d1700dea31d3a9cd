/* Least squares by normal equations: rows come one by one, many more than unknowns. */
#ifndef SOLVER_COUNT_LEAST_SQUARES_H
#define SOLVER_COUNT_LEAST_SQUARES_H

#include <stddef.h>

struct least_squares {
    size_t unknowns;
    double *matrix;   /* the lower half, row by row */
    double *vector;   /* the right side; the solution after least_squares_solve() */
    double weight;    /* of all rows */
    size_t *nonzeros; /* scratch */
};

/* Returns 0 or -ENOMEM. least_squares_release() it. */
int least_squares_init(struct least_squares *ret_equations, size_t unknowns);
void least_squares_release(struct least_squares *equations);

/* Forgets all rows. */
void least_squares_clear(struct least_squares *equations);

/* Adds a row's products with itself to the matrix, and row times target to the right side. */
void least_squares_add(struct least_squares *equations, const double *row, double target,
                       double weight);

/*
 * Solves the equations, with ridge (times the weight of all rows) added to the diagonal, so that
 * unknowns of which little is known stay near zero. Overwrites the matrix.
 */
void least_squares_solve(struct least_squares *equations, double ridge);

#endif
