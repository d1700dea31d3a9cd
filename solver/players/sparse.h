/*
 * Many numbers, all 0 at first, of which few may ever be set: memory has only the pages that were
 * written to, and knows how many these are.
 */
#ifndef SOLVER_PLAYERS_SPARSE_H
#define SOLVER_PLAYERS_SPARSE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define SPARSE_PAGE ((size_t)4096)
#define SPARSE_PAGE_NUMBERS (SPARSE_PAGE / sizeof(uint32_t))

struct sparse {
    uint32_t *numbers;
    uint8_t *written; /* by page */
    size_t count, pages;
};

/* Returns 0 or -ENOMEM. sparse_release() it in either case; it may be all zero. */
static inline int sparse_init(struct sparse *ret_sparse, size_t count)
{
    size_t pages = count / SPARSE_PAGE_NUMBERS + 2; /* the first one may begin anywhere */
    *ret_sparse = (struct sparse){
        .numbers = calloc(count, sizeof(uint32_t)),
        .written = calloc(pages, 1),
        .count = count,
    };
    return ret_sparse->numbers != NULL && ret_sparse->written != NULL ? 0 : -ENOMEM;
}

static inline void sparse_release(struct sparse *sparse)
{
    free(sparse->numbers);
    free(sparse->written);
    *sparse = (struct sparse){0};
}

static inline uint32_t sparse_get(const struct sparse *sparse, size_t i)
{
    return sparse->numbers[i];
}

static inline void sparse_set(struct sparse *sparse, size_t i, uint32_t number)
{
    size_t at = (uintptr_t)sparse->numbers % SPARSE_PAGE / sizeof(uint32_t) + i;
    uint8_t *written = &sparse->written[at / SPARSE_PAGE_NUMBERS];
    sparse->pages += *written == 0;
    *written = 1;
    sparse->numbers[i] = number;
}

/* Bytes held. */
static inline size_t sparse_bytes(const struct sparse *sparse)
{
    return sparse->pages * SPARSE_PAGE + sparse->count / SPARSE_PAGE_NUMBERS;
}

#endif
