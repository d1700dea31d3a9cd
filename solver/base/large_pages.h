/* Large pages for large arrays: looks into them are all over the place. */
#ifndef SOLVER_BASE_LARGE_PAGES_H
#define SOLVER_BASE_LARGE_PAGES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

/* Bytes of a large page. */
#define LARGE_PAGE ((size_t)2 << 20)

/* Asks the system for large pages for what of a room is not touched yet. It may not have any. */
static inline void large_pages_advise(void *room, size_t bytes)
{
    uintptr_t from = ((uintptr_t)room + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)room + bytes) & ~(uintptr_t)(LARGE_PAGE - 1);
    if (room != NULL && from < end)
        (void)madvise((void *)from, end - from, MADV_HUGEPAGE);
}

#endif
