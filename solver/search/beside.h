/*
 * The second solver of a query: it searches depth first where the first one searches best first, on
 * the same tables and lemmas.
 */
#ifndef SOLVER_SEARCH_BESIDE_H
#define SOLVER_SEARCH_BESIDE_H

#include "search/solver.h"

/* Returns the second solver, made if need be, which stands where solver stands and sees the same
 * tables. NULL: no memory. */
struct solver *beside_bring(struct solver *solver);

/* Releases it, if there is one. */
void beside_release(struct solver *solver);

#endif
