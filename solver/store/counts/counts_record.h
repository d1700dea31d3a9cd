/*
 * A record of `counts`: results of a count of complete games (count/components/chunk.h).
 *
 *     key      identity of the count 16, 255 - class 1, XXH3-128 of the chunk 16, big-endian
 *     value    checksum 8 (seed: XXH3-64 of the key), flags 1 (1: imported), the chunk
 *
 * The records of a count lie together, those whose results took the most work first.
 */
#ifndef SOLVER_STORE_COUNTS_COUNTS_RECORD_H
#define SOLVER_STORE_COUNTS_COUNTS_RECORD_H

#include <lmdb.h>

#include "count/persistence.h"
#include "store/file/record.h"
#include "store/handle/transaction.h"

#define COUNTS_KEY_BYTES (COUNT_STORE_IDENTITY + 1 + STORE_KEY)

enum counts_flags { COUNTS_IMPORTED = 1 };

struct counts_key {
    uint8_t bytes[COUNTS_KEY_BYTES];
};

/* What a record says that is sound. */
struct counts_record {
    unsigned class;
    bool imported;
    const uint8_t *chunk; /* in the value */
    size_t size;
    size_t results; /* in the chunk */
};

struct counts_key counts_key(const uint8_t identity[COUNT_STORE_IDENTITY], unsigned class,
                             const uint8_t *chunk, size_t size);

/* Reads a record. Returns false if it is not sound. */
bool counts_read(const MDB_val *key, const MDB_val *value, struct counts_record *ret_record);

/*
 * Writes a chunk under its key. One that is there stays, but for the mark that it was imported:
 * that goes where the same was counted here. Returns 0 or an LMDB error.
 */
int counts_put(struct transaction *transaction, const struct counts_key *key, const uint8_t *chunk,
               size_t size, bool imported);

/* Deletes the records of a class. Returns the same. */
int counts_drop(struct transaction *transaction, const uint8_t identity[COUNT_STORE_IDENTITY],
                unsigned class);

#endif
