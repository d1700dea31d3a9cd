/* The memory of a count of returns. */
#ifndef SOLVER_COUNT_RETURNS_MEMORY_H
#define SOLVER_COUNT_RETURNS_MEMORY_H

#include <errno.h>
#include <stddef.h>

/* What all that grows with a count of returns may hold together. */
struct returns_memory {
    size_t held, most; /* bytes */
};

/* Counts so many bytes as held. Returns 0, or -ENOSPC, with nothing counted: they would be too
 * many. */
static inline int returns_memory_take(struct returns_memory *memory, size_t bytes)
{
    if (memory->held > memory->most || bytes > memory->most - memory->held)
        return -ENOSPC;
    memory->held += bytes;
    return 0;
}

#endif
