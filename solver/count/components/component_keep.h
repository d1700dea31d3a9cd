/*
 * What a search by components keeps beyond the run (persistence.h): its results, so that a later
 * run goes on where this one stopped, however it stopped.
 *
 * All results are kept, not only those that took much work. The search asks for the small ones
 * again and again: without those of less than 16 nodes a third of the work is lost, without those
 * of less than 1024 nodes half of it (1x4, psk). Only where they take more room than the memory of
 * the run holds, those that took the least work go.
 */
#ifndef SOLVER_COUNT_COMPONENT_KEEP_H
#define SOLVER_COUNT_COMPONENT_KEEP_H

#include <pthread.h>

#include "count/components/chunk.h"
#include "count/components/memo.h"
#include "count/persistence.h"
#include "count/run.h"

/* The class of what the arena's root comes to: one that no result reaches by its work. */
#define COMPONENT_KEEP_ROOT (COUNT_STORE_CLASSES - 1)

struct component_keep {
    struct count_store *store; /* NULL: nothing is kept */
    const struct component_graph *graph;
    struct chunk_head head;
    uint8_t identity[COUNT_STORE_IDENTITY]; /* of the arena, its symmetries and the cells' shape */

    pthread_mutex_t lock;                     /* guards the following */
    struct bytes chunks[COUNT_STORE_CLASSES]; /* that are being filled */
    uint64_t kept[COUNT_STORE_CLASSES];       /* bytes that were put */
    uint64_t most;                            /* bytes of all classes */
    unsigned least;                           /* results of lower classes are not kept */
    bool more;                                /* the store has more than the memory holds: what it
                                                 has stays, and kept is of this run alone */
    double written;                           /* clock_now() when all that there was was put */
};

/* Begins to keep; without run->store it does nothing. Returns 0 or -ENOMEM. */
int component_keep_init(struct component_keep *keep, const struct component_graph *graph,
                        const struct count_run *run, const struct cell_shape *shape);

/* Puts what is left, and releases it. */
void component_keep_release(struct component_keep *keep);

/*
 * Puts the results that are kept into memo; those that took most work first, and no more than it
 * holds; if the root's is there, nothing else. What is not sound, or no result of this arena, is
 * left out.
 */
void component_keep_load(struct component_keep *keep, struct memo *memo);

/* Keeps a result: key as in the memo, packed cells, and the nodes that it took. Any thread. */
void component_keep_add(struct component_keep *keep, const uint64_t *key, const uint8_t *cells,
                        size_t size, uint64_t work);

/* Puts what there is if that was not done for a while. */
void component_keep_tick(struct component_keep *keep);

#endif
