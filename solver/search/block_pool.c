/* Chains of blocks. */
#include "search/block_pool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void block_pool_init(struct block_pool *ret_pool)
{
    long page = sysconf(_SC_PAGESIZE);
    memset(ret_pool, 0, sizeof(*ret_pool));
    ret_pool->page_blocks = (uint32_t)(page > 4096 ? page : 4096) / BLOCK_BYTES;
    ret_pool->used = 1; /* 0 is none */
    pthread_spin_init(&ret_pool->lock, PTHREAD_PROCESS_PRIVATE);
}

static size_t span_blocks(int span)
{
    return (size_t)1 << (POOL_FIRST_BITS + (span > 0 ? span - 1 : 0));
}

void block_pool_release(struct block_pool *pool)
{
    for (int i = 0; i < POOL_SPANS; i++) {
        if (pool->spans[i].blocks != NULL)
            munmap(pool->spans[i].blocks, span_blocks(i) * BLOCK_BYTES);
        free(pool->spans[i].pages);
    }
    pthread_spin_destroy(&pool->lock);
}

/* --- with the lock held --- */

static atomic_ushort *page_of(const struct block_pool *pool, uint32_t number)
{
    uint32_t at;
    int span = block_pool_span_of(number, &at);
    return &pool->spans[span].pages[at / pool->page_blocks];
}

/* Only what is touched takes memory: a span is mapped as a whole. */
static bool open_span(struct block_pool *pool, int number)
{
    struct pool_span *span = &pool->spans[number];
    size_t count = span_blocks(number);
    if (span->blocks != NULL)
        return true;
    atomic_ushort *pages = calloc(count / pool->page_blocks + 1, sizeof(*pages));
    void *blocks = mmap(NULL, count * BLOCK_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == NULL || blocks == MAP_FAILED) {
        free(pages);
        if (blocks != MAP_FAILED)
            munmap(blocks, count * BLOCK_BYTES);
        return false;
    }
    *span = (struct pool_span){blocks, pages};
    return true;
}

static uint32_t pages_touched(const struct block_pool *pool)
{
    return (pool->used - 1) / pool->page_blocks + 1;
}

/* count blocks that were never used, not chained; 0: no memory. */
static uint32_t take_unused(struct block_pool *pool, uint32_t count)
{
    uint32_t first = pool->used, at;
    if (count > UINT32_MAX - first)
        return 0;
    for (int i = block_pool_span_of(first, &at); i <= block_pool_span_of(first + count - 1, &at);
         i++)
        if (!open_span(pool, i))
            return 0;
    uint32_t before = first > 1 ? pages_touched(pool) : 0;
    pool->used += count;
    pool->held += (size_t)(pages_touched(pool) - before) * pool->page_blocks * BLOCK_BYTES;
    return first;
}

static void push(struct block_pool *pool, uint32_t first, uint32_t rest, uint32_t count)
{
    *(struct free_block *)block_pool_at(pool, first) = (struct free_block){rest, pool->free, count};
    pool->free = first;
}

/* Takes a block of a retired page out of use, and gives the page back if it was the last. */
static void discard(struct block_pool *pool, uint32_t number)
{
    size_t bytes = (size_t)pool->page_blocks * BLOCK_BYTES;
    pool->stuck += BLOCK_BYTES;
    if (atomic_fetch_add(page_of(pool, number), 1) != pool->page_blocks)
        return;
    uint32_t first = number - number % pool->page_blocks;
    if (madvise(block_pool_at(pool, first), bytes, MADV_DONTNEED) < 0)
        return;
    pool->held -= bytes;
    pool->stuck -= bytes;
}

/* Gives back what of a chain is not retired, discards the rest. */
static void give_each(struct block_pool *pool, uint32_t first, uint32_t rest, uint32_t count)
{
    uint32_t head = 0, kept = 0;
    for (uint32_t number = first; count > 0; number = rest, count--) {
        if (number != first)
            rest = ((struct free_block *)block_pool_at(pool, number))->rest;
        if (block_pool_is_retired(pool, number)) {
            discard(pool, number);
            continue;
        }
        ((struct free_block *)block_pool_at(pool, number))->rest = head;
        head = number;
        kept++;
    }
    if (kept > 0)
        push(pool, head, ((struct free_block *)block_pool_at(pool, head))->rest, kept);
}

/* --- */

/* A free chain, which is taken out, or unused blocks. Returns the first, and how many there are. */
static uint32_t take_some(struct block_pool *pool, uint32_t count, uint32_t *ret_count,
                          bool *ret_chained)
{
    pthread_spin_lock(&pool->lock);
    uint32_t first = pool->free;
    *ret_chained = first != 0;
    if (first != 0) {
        const struct free_block *block = block_pool_at(pool, first);
        pool->free = block->chain;
        *ret_count = block->count;
    } else {
        first = take_unused(pool, count);
        *ret_count = count;
    }
    pthread_spin_unlock(&pool->lock);
    return first;
}

static uint32_t *rest_of(const struct block_pool *pool, uint32_t number)
{
    return &((struct free_block *)block_pool_at(pool, number))->rest;
}

/* Puts count blocks of what was taken, which has had of them, before head. Gives the rest back. */
static uint32_t use_some(struct block_pool *pool, uint32_t first, uint32_t had, bool chained,
                         uint32_t count, uint32_t head)
{
    uint32_t last = first;
    for (uint32_t i = 1; i < count; i++) {
        if (!chained)
            *rest_of(pool, last) = last + 1;
        last = *rest_of(pool, last);
    }
    uint32_t left = had > count ? *rest_of(pool, last) : 0;
    *rest_of(pool, last) = head;
    if (left != 0) {
        uint32_t rest = *rest_of(pool, left);
        pthread_spin_lock(&pool->lock);
        push(pool, left, rest, had - count);
        pthread_spin_unlock(&pool->lock);
    }
    return first;
}

uint32_t block_pool_take(struct block_pool *pool, uint32_t count)
{
    uint32_t head = 0, wanted = count;
    while (count > 0) {
        uint32_t had;
        bool chained;
        uint32_t first = take_some(pool, count, &had, &chained);
        if (first == 0) {
            if (head != 0)
                block_pool_give(pool, head, *rest_of(pool, head), wanted - count);
            return 0;
        }
        uint32_t used = had < count ? had : count;
        head = use_some(pool, first, had, chained, used, head);
        count -= used;
    }
    return head;
}

void block_pool_give(struct block_pool *pool, uint32_t first, uint32_t rest, uint32_t count)
{
    pthread_spin_lock(&pool->lock);
    if (pool->retires)
        give_each(pool, first, rest, count);
    else
        push(pool, first, rest, count);
    pthread_spin_unlock(&pool->lock);
}

bool block_pool_is_retired(const struct block_pool *pool, uint32_t number)
{
    return *page_of(pool, number) != 0;
}

/* Discards what of the free chains is retired. */
static void sort_out(struct block_pool *pool)
{
    uint32_t chain = pool->free;
    pool->free = 0;
    while (chain != 0) {
        struct free_block block = *(struct free_block *)block_pool_at(pool, chain);
        give_each(pool, chain, block.rest, block.count);
        chain = block.chain;
    }
}

void block_pool_retire(struct block_pool *pool, size_t bytes)
{
    size_t size = (size_t)pool->page_blocks * BLOCK_BYTES;
    pthread_spin_lock(&pool->lock);
    /* Not the first page, as nobody takes block 0, nor the last, of which some are not used yet. */
    for (uint32_t page = (pool->used - 1) / pool->page_blocks; page-- > 1 && bytes > 0;) {
        atomic_ushort *state = page_of(pool, page * pool->page_blocks);
        if (*state != 0)
            continue;
        *state = 1;
        bytes -= bytes < size ? bytes : size;
    }
    pool->retires = true;
    sort_out(pool);
    pthread_spin_unlock(&pool->lock);
}
