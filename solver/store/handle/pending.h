/* What waits to be written: an entry of a state, or the record of a root. */
#ifndef SOLVER_STORE_HANDLE_PENDING_H
#define SOLVER_STORE_HANDLE_PENDING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/file/format.h"

/* What belongs to one key and is written together. */
#define PENDING_RUN 64
#define SLAB_BYTES ((size_t)64 << 10)

struct pending;
struct subtable;
struct transaction;

/* Where a session puts what is to be written; freed with the last of it. */
struct slab {
    atomic_size_t users;
    size_t used;
    _Alignas(8) uint8_t data[SLAB_BYTES];
};

/* What is done with something that waits: the rooms of records define one kind each. */
struct pending_kind {
    /* Makes it ready while there is time. NULL: nothing is to be done. */
    void (*prepare)(struct pending *item);
    /* Writes it. The named databases, and that of item->table, are open. Returns 0 or an LMDB
     * error; -EBADMSG: an import is refused (transaction->refused). */
    int (*put)(struct transaction *transaction, struct pending *item);
    /* Writes several of one key at once, PENDING_RUN at most. NULL: they are written one by one. */
    int (*put_run)(struct transaction *transaction, struct pending **items, size_t count);
    /* It can be proved again, so that it may be dropped where the queue is full. */
    bool may_be_dropped;
    /* Writing it opens databases, or makes them. */
    bool opens_databases;
};

struct pending {
    struct pending *next;
    const struct pending_kind *kind;
    struct subtable *table; /* in which it is to be written; NULL: in `roots` */
    struct subtable *board; /* of a root: its board, where that is known; or NULL */
    struct slab *slab;      /* where it lies; NULL: it was allocated by itself */
    uint8_t key[STORE_KEY];
    size_t size;
    uint8_t data[];
};

/* Something of size bytes, allocated by itself; all but its data is set. NULL: no memory. */
struct pending *pending_new(const struct pending_kind *kind, struct subtable *table,
                            const uint8_t key[STORE_KEY], size_t size);

/* The same of a slab, of which *slab is replaced when it is full; nothing of it is set but slab.
 * One by one they would be allocated by one thread and freed by another, and each would wait. */
struct pending *pending_new_in(struct slab **slab, size_t size);

/* NULL is allowed. */
void pending_free(struct pending *pending);

/* Gives up a use of a slab. NULL is allowed. */
void pending_leave_slab(struct slab *slab);

#endif
