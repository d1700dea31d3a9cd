/*
 * Memory that lacks when a test wants it to: link with common_dep and wrapped_memory (meson.build),
 * which puts these in the place of malloc(), calloc() and realloc() in all that is linked
 * statically.
 */
#ifndef TESTS_COMMON_FAILING_MEMORY_H
#define TESTS_COMMON_FAILING_MEMORY_H

#include <stdbool.h>

/* Asked at each allocation: is it to fail? NULL: none does. */
extern bool (*failing_memory)(void);

/* Of failing_memory: each fails. */
bool failing_memory_always(void);

#endif
