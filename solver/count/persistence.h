/*
 * The interface of what outlasts a count (store/counts implements it). A count hands over what it
 * has found in chunks (chunk.h), and gets them back in a later run. It does not know how they are
 * stored; the store does not know what they mean.
 */
#ifndef SOLVER_COUNT_PERSISTENCE_H
#define SOLVER_COUNT_PERSISTENCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of an identity: a hash of all that makes the numbers of a count what they are. */
#define COUNT_STORE_IDENTITY 16
/* Classes of chunks: the results of a higher class took more work. */
#define COUNT_STORE_CLASSES 16

struct count_store {
    /* Hands all chunks of an identity to visit, the highest class first, until it returns false.
     * They are as they were put; damaged ones are left out. */
    void (*load)(struct count_store *store, const uint8_t identity[COUNT_STORE_IDENTITY],
                 bool (*visit)(void *arg, unsigned class, const uint8_t *chunk, size_t size),
                 void *arg);
    /* Keeps a copy of a chunk, which is written within a second or two. Any thread may call it.
     * Where writing falls behind the chunk is left out: it can be counted again. */
    void (*put)(struct count_store *store, const uint8_t identity[COUNT_STORE_IDENTITY],
                unsigned class, const uint8_t *chunk, size_t size);
    /* Forgets all chunks of a class, about then. */
    void (*drop)(struct count_store *store, const uint8_t identity[COUNT_STORE_IDENTITY],
                 unsigned class);
    /* Nothing can be kept any more: the count is to stop. */
    const atomic_bool *failed;
};

#endif
