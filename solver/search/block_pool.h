/*
 * Memory for lemmas: blocks of one size, chained.
 *
 * Lemmas have all sizes and are freed in another order than they were made. malloc() then holds up
 * to half as much again as what is in use, and cannot give it back. Here a free block serves
 * whatever comes next, so the pool holds no more than what was in use at most. When the memory is
 * wanted elsewhere, blocks can be retired: they are not used again, and a page of which all blocks
 * are free goes back to the system.
 *
 * A pool may be used by several threads. A chain belongs to who took it.
 */
#ifndef SOLVER_SEARCH_BLOCK_POOL_H
#define SOLVER_SEARCH_BLOCK_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCK_BYTES 64
/* Each span is as large as all before it together, the first two apart. */
#define POOL_FIRST_BITS 12
#define POOL_SPANS (32 - POOL_FIRST_BITS + 1)

/* A free block; one that is in use keeps the first field, unless it is the chain's first. */
struct free_block {
    uint32_t rest;  /* the next of the chain; 0: none */
    uint32_t chain; /* of the first of a chain: the next free chain */
    uint32_t count; /* of the first of a chain: its blocks */
};

struct pool_span {
    unsigned char *blocks;
    /* Of each page: 0, or if it is retired 1 and the number of its blocks that came back. */
    atomic_ushort *pages;
};

struct block_pool {
    struct pool_span spans[POOL_SPANS];
    uint32_t page_blocks;
    uint32_t used;       /* blocks below were handed out once */
    uint32_t free;       /* the first free chain */
    bool retires;        /* some page is retired */
    atomic_size_t held;  /* bytes that were touched and not given back */
    atomic_size_t stuck; /* of them, those in retired blocks of pages that are still in use */
    pthread_spinlock_t lock;
};

/* Prepares an empty pool. */
void block_pool_init(struct block_pool *ret_pool);

/* Frees all blocks, whoever has them. */
void block_pool_release(struct block_pool *pool);

/* Takes a chain of count blocks. Returns the first one's number, or 0: no memory. */
uint32_t block_pool_take(struct block_pool *pool, uint32_t count);

/* Gives a chain of count blocks back, of which the second is rest (0: there is none). */
void block_pool_give(struct block_pool *pool, uint32_t first, uint32_t rest, uint32_t count);

/*
 * Retires the last pages, of at least so many bytes, or all there are. Blocks of them that are in
 * use should be given back (block_pool_is_retired()). Until then the free blocks of the same page
 * are stuck: nobody has them and nobody gets them.
 */
void block_pool_retire(struct block_pool *pool, size_t bytes);

/* Is the block in a retired page? */
bool block_pool_is_retired(const struct block_pool *pool, uint32_t number);

/* Returns the span of a block, and in *ret_at its place there. */
static inline int block_pool_span_of(uint32_t number, uint32_t *ret_at)
{
    int top = 31 - __builtin_clz(number | ((1u << POOL_FIRST_BITS) - 1));
    int span = top < POOL_FIRST_BITS ? 0 : top - POOL_FIRST_BITS + 1;
    *ret_at = span == 0 ? number : number - (1u << top);
    return span;
}

/* The block of a number that was taken. */
static inline void *block_pool_at(const struct block_pool *pool, uint32_t number)
{
    uint32_t at;
    int span = block_pool_span_of(number, &at);
    return pool->spans[span].blocks + (size_t)at * BLOCK_BYTES;
}

#endif
