/*
 * Who holds which lines of an index (dense/index.h). Lines are dealt out in blocks to ranks, which
 * are numbered from 0: so all ranks go down the boards side by side. One rank holds everything.
 */
#ifndef SOLVER_DENSE_SHARE_H
#define SOLVER_DENSE_SHARE_H

#include <stdint.h>

/* Lines of a block. */
#define DENSE_BLOCK_LINES 64

struct dense_share {
    uint32_t ranks; /* 1 or more */
    uint32_t rank;  /* mine: 0 .. ranks - 1 */
};

/* Everything is held by one. */
static inline struct dense_share dense_share_whole(void)
{
    return (struct dense_share){1, 0};
}

/* Returns the rank that holds a line. */
static inline uint32_t dense_share_owner(struct dense_share share, uint64_t line)
{
    return (uint32_t)(line / DENSE_BLOCK_LINES % share.ranks);
}

/* Returns the number that a line has among those of its owner. */
static inline uint64_t dense_share_local(struct dense_share share, uint64_t line)
{
    if (share.ranks == 1)
        return line;
    return line / DENSE_BLOCK_LINES / share.ranks * DENSE_BLOCK_LINES + line % DENSE_BLOCK_LINES;
}

/* Returns the line that is the local-th of mine. */
static inline uint64_t dense_share_line(struct dense_share share, uint64_t local)
{
    if (share.ranks == 1)
        return local;
    return (local / DENSE_BLOCK_LINES * share.ranks + share.rank) * DENSE_BLOCK_LINES +
           local % DENSE_BLOCK_LINES;
}

/* Returns how many of all lines are mine. */
static inline uint64_t dense_share_count(struct dense_share share, uint64_t lines)
{
    uint64_t round = (uint64_t)share.ranks * DENSE_BLOCK_LINES, rest = lines % round;
    uint64_t before = (uint64_t)share.rank * DENSE_BLOCK_LINES;
    uint64_t own = rest > before ? rest - before : 0;
    return lines / round * DENSE_BLOCK_LINES + (own < DENSE_BLOCK_LINES ? own : DENSE_BLOCK_LINES);
}

#endif
