/*
 * Counting legal positions (every chain has a liberty) without listing them: point after point, it
 * is kept how many ways lead to each state of the points that still have neighbours to come
 * (Tromp and Farneback, Combinatorics of Go).
 */
#ifndef SOLVER_BOARD_LEGAL_COUNT_H
#define SOLVER_BOARD_LEGAL_COUNT_H

#include "board/graph.h"

/*
 * The number of legal positions of two colours on a board of at most SOLVER_MAX_POINTS points,
 * exact below 2^64. At most max_states states are
 * kept at a time. Returns 0, -E2BIG if that is too few (or a point has too many neighbours), or
 * -ENOMEM.
 */
int legal_count(const struct graph *graph, size_t max_states, long double *ret_count);

#endif
