/* The memory that a store takes beside the search. */
#ifndef SOLVER_STORE_HANDLE_CAPACITY_H
#define SOLVER_STORE_HANDLE_CAPACITY_H

#include "store/handle/handle.h"

/*
 * Sets what the store may take of max_bytes that a run has (0: any number). Returns the store's
 * part: the search may have the rest.
 */
size_t capacity_set(struct store *store, size_t max_bytes);

/*
 * Lets go of the file's pages that are mapped, if they are too many; they are read again from the
 * page cache where they are needed. Called now and then while store->map_lock is held, so that the
 * map stays where it is.
 */
void capacity_trim(struct store *store);

#endif
