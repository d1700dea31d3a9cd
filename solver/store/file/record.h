/*
 * What all records of a store have in common: a checksum over all that follows it comes first, and
 * the keys of some are hashes.
 */
#ifndef SOLVER_STORE_FILE_RECORD_H
#define SOLVER_STORE_FILE_RECORD_H

#include "base/bytes.h"
#include "store/file/format.h"

/* How the records of a sub-table look. */
struct record_shape {
    int points;       /* of the board */
    size_t set_bytes; /* of a set of points */
    uint64_t seed;    /* of checksums */
};

/* The seed of the checksums of what has this name. */
uint64_t record_seed(const void *name, size_t length);

/* The key of what is looked up by a hash: the XXH3-128 of size bytes, big-endian. */
void record_hash(const void *data, size_t size, uint8_t key[STORE_KEY]);

/* Appends room for a value's checksum. What is appended next is the record's. */
void record_begin(struct bytes *value);

/* Writes the checksum of the value that begins at start. Does nothing if memory ran out. */
void record_seal(struct bytes *value, size_t start, uint64_t seed);

/* Is there a checksum, and is it that of what follows it? */
bool record_is_sealed(const void *value, size_t size, uint64_t seed);

/* The same, and then *ret_reader reads what follows the checksum. */
bool record_open(const void *value, size_t size, uint64_t seed, struct bytes_reader *ret_reader);

#endif
