/* Freeing what a struct owns, in one line. */
#ifndef SOLVER_BASE_FREE_ALL_H
#define SOLVER_BASE_FREE_ALL_H

#include <stddef.h>
#include <stdlib.h>

/* Calls free() for each of count pointers. */
static inline void free_all(void *const pointers[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(pointers[i]);
}

/* Calls free() for each of its arguments: FREE_ALL(graph->first, graph->names). */
#define FREE_ALL(...)                                                                              \
    free_all((void *const[]){__VA_ARGS__}, sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))

#endif
