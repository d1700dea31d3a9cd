/* Arrays that grow. */
#ifndef SOLVER_BASE_ARRAY_H
#define SOLVER_BASE_ARRAY_H

#include <stddef.h>

/*
 * Makes room for wanted elements of size bytes in *array, of which *room fit (both 0 at first); at
 * least twice as many as before, so that adding one by one costs little. What is new is not set.
 * Returns 0 or -ENOMEM, with all as it was.
 */
int array_reserve(void **array, size_t wanted, size_t *room, size_t size);

#endif
