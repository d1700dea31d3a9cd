/*
 * Symmetries of a board: a group of automorphisms of its graph. Rectangles have 2, 4 or 8 (a 1x1
 * board 1); for other graphs any subgroup of the automorphisms is sound to use, so at most
 * SYMMETRY_MAX are kept, closed under composition. Their order is part of the format of
 * certificates (certificate/format.h): it must not change.
 */
#ifndef SOLVER_BOARD_SYMMETRY_H
#define SOLVER_BOARD_SYMMETRY_H

#include <stdint.h>

#include "board/graph.h"

#define SYMMETRY_MAX 48

struct symmetries {
    int count;      /* 1 .. SYMMETRY_MAX; map[0] is the identity */
    int points;     /* of the graph */
    uint16_t *maps; /* count * points: point p goes to maps[s * points + p] */
};

/*
 * Finds the symmetries of graph. The search of a graph file's automorphisms is bounded; what it
 * does not reach is left out, never invented. Returns 0 or -ENOMEM. Release with
 * symmetries_release().
 */
int symmetries_init(struct symmetries *ret_symmetries, const struct graph *graph);

void symmetries_release(struct symmetries *symmetries);

/* Where symmetry s takes point p. */
static inline int symmetries_apply(const struct symmetries *symmetries, int s, int p)
{
    return symmetries->maps[s * symmetries->points + p];
}

#endif
