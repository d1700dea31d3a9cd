/* Sets of points of a board. */
#ifndef SOLVER_BOARD_POINT_SET_H
#define SOLVER_BOARD_POINT_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "board/graph.h"

#define POINT_SET_WORDS ((BOARD_MAX_POINTS + 63) / 64)

struct point_set {
    uint64_t words[POINT_SET_WORDS];
};

static inline bool point_set_has(const struct point_set *set, int point)
{
    return set->words[point / 64] >> (point % 64) & 1;
}

static inline void point_set_add(struct point_set *set, int point)
{
    set->words[point / 64] |= UINT64_C(1) << (point % 64);
}

static inline bool point_set_equal(const struct point_set *a, const struct point_set *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

static inline bool point_set_is_empty(const struct point_set *set)
{
    const struct point_set empty = {{0}};
    return point_set_equal(set, &empty);
}

#endif
