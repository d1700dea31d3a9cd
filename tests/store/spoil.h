/* What the programs share that spoil records of a store, with checksums that are right. */
#ifndef TESTS_STORE_SPOIL_H
#define TESTS_STORE_SPOIL_H

#include <stdint.h>

#include <lmdb.h>

#include "base/bytes.h"

/* Draws a number below a bound. */
uint64_t spoil_draw(uint64_t below);

/* Spoils a value of a database with this name, and seals it. Returns 1, 0 if it is to stay, or -1.
 */
typedef int spoil_record(const char *name, const MDB_val *key, struct bytes *value);

/* Spoils the records of all databases whose names begin with prefix. Returns how many, or -1. */
int spoil_records(MDB_txn *txn, const char *prefix, spoil_record *spoil);

/* Spoils the store in a folder, with numbers drawn from seed, and seals it; prints how many records
 * spoil() says that there were. Returns the exit code. */
int spoil_store(const char *folder, uint64_t seed, int (*spoil)(MDB_txn *txn));

#endif
