/* The thread that writes what waits. */
#ifndef SOLVER_STORE_HANDLE_WRITER_H
#define SOLVER_STORE_HANDLE_WRITER_H

#include "store/handle/handle.h"
#include "store/handle/pending.h"

/*
 * Queues pending and takes it over. Returns false if it was dropped: the queue is full and it may
 * be dropped, or nothing can be written.
 */
bool writer_add(struct store *store, struct pending *pending);

/* Returns the bytes that are written at a time: where so many are queued it is done at once. */
size_t writer_batch(struct store *store);

/* Waits until the queue is half empty, or (clock_now()) until then. Returns false if it is not. */
bool writer_wait(struct store *store, double until);

/* Writes all that is queued and ends the thread; what is added later starts another. */
void writer_end(struct store *store);

#endif
