/* The memory of a count of returns. */
#ifndef SOLVER_COUNT_RETURNS_MEMORY_H
#define SOLVER_COUNT_RETURNS_MEMORY_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

struct returns_memo;

/* What all that grows with a count of returns may hold together. */
struct returns_memory {
    size_t held, most; /* bytes */
    struct returns_memo
        *yields; /* what gives way where they would be too many (borrowed), or NULL */
};

/* Forgets all that is kept, and lets it grow to half as much from now on (returns_memo.c). Returns
 * false where that would help nothing, or leave too little. */
bool returns_memo_yield(struct returns_memo *memo);

/* Counts so many bytes as held. Returns 0, or -ENOSPC, with nothing counted: they would be too
 * many. */
static inline int returns_memory_take(struct returns_memory *memory, size_t bytes)
{
    while (memory->held > memory->most || bytes > memory->most - memory->held)
        if (memory->yields == NULL || !returns_memo_yield(memory->yields))
            return -ENOSPC;
    memory->held += bytes;
    return 0;
}

#endif
