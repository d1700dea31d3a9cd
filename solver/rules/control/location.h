/* Sets of locations of a board of at most 64 points: bit p is point p. */
#ifndef SOLVER_RULES_CONTROL_LOCATION_H
#define SOLVER_RULES_CONTROL_LOCATION_H

#include <stdint.h>

#include "board/graph.h"

struct location_board {
    uint64_t all;
    uint64_t next[64]; /* the neighbours of each point */
};

static inline uint64_t location_bit(int p)
{
    return (uint64_t)1 << p;
}

/* The lowest location of a set that is not empty. */
static inline int location_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline int location_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline void location_board_init(struct location_board *ret_board, const struct graph *graph)
{
    ret_board->all = 0;
    for (int p = 0; p < graph->points; p++) {
        ret_board->all |= location_bit(p);
        ret_board->next[p] = 0;
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            ret_board->next[p] |= location_bit(graph->adjacent[i]);
    }
}

/* The locations with a neighbour in set. */
static inline uint64_t location_next(const struct location_board *board, uint64_t set)
{
    uint64_t next = 0;
    for (; set != 0; set &= set - 1)
        next |= board->next[location_first(set)];
    return next;
}

/* What can be reached from start (in within) by steps in within. */
static inline uint64_t location_flood(const struct location_board *board, uint64_t start,
                                      uint64_t within)
{
    uint64_t reached = start, fresh = start;
    while (fresh != 0) {
        fresh = location_next(board, fresh) & within & ~reached;
        reached |= fresh;
    }
    return reached;
}

#endif
