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

/* The same for who asks often: without a division. */
struct dense_dealer {
    uint32_t ranks;
    uint64_t inverse; /* of ranks: 2 to the power of 64, divided by them and rounded up */
};

static inline struct dense_dealer dense_share_dealer(struct dense_share share)
{
    return (struct dense_dealer){share.ranks, UINT64_MAX / share.ranks + 1};
}

/* Where a line is: who holds it, and its number among those of that rank. */
struct dense_dealt {
    uint32_t rank;
    uint64_t local;
};

/* Of a number of 32 bits, the quotient is the whole part of its product with the inverse, and the
 * remainder that of the fraction times the divisor. */
static inline struct dense_dealt dense_share_deal(struct dense_dealer dealer, uint64_t line)
{
    uint64_t block = line / DENSE_BLOCK_LINES, quotient;
    if (block > UINT32_MAX || dealer.ranks == 1) {
        quotient = block / dealer.ranks;
    } else {
        uint64_t low = (dealer.inverse & UINT32_MAX) * block >> 32;
        quotient = ((dealer.inverse >> 32) * block + low) >> 32;
    }
    return (struct dense_dealt){
        .rank = (uint32_t)(block - quotient * dealer.ranks),
        .local = quotient * DENSE_BLOCK_LINES + line % DENSE_BLOCK_LINES,
    };
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
