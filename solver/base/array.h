/*
 * Arrays that grow. One line adds an element:
 *
 *     r = array_reserve(&list->all, list->count + 1, &list->room, sizeof(*list->all));
 */
#ifndef SOLVER_BASE_ARRAY_H
#define SOLVER_BASE_ARRAY_H

#include <stddef.h>

/*
 * Makes room for wanted elements of size bytes in an array of which *room fit (NULL and 0 at
 * first). The room at least doubles, so that adding one by one costs little. array is the address
 * of the pointer to the first element. The new elements are not set. Returns 0 or -ENOMEM, with
 * the array and *room as they were.
 */
int array_reserve(void *array, size_t wanted, size_t *room, size_t size);

/* The same, and the new elements are all zero. */
int array_reserve_zero(void *array, size_t wanted, size_t *room, size_t size);

/*
 * Returns the room that array_reserve() makes for wanted elements of size bytes where room is what
 * there is; 0 if so many bytes cannot be counted.
 */
size_t array_grown(size_t wanted, size_t room, size_t size);

#endif
