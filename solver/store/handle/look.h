/* Short transactions that read. */
#ifndef SOLVER_STORE_HANDLE_LOOK_H
#define SOLVER_STORE_HANDLE_LOOK_H

#include "store/handle/handle.h"

/*
 * Begins and ends a look. *txn is NULL, or was reset and is used again. Returns 0 or an LMDB error.
 * Until the end the map does not grow.
 */
int look_begin(struct store *store, MDB_txn **txn);
void look_end(struct store *store, MDB_txn *txn);

/*
 * Copies the record of key out of a database. Returns 1, 0 if there is none, or a negative errno.
 */
int look_get(struct store *store, MDB_dbi dbi, const uint8_t key[STORE_KEY],
             struct bytes *ret_value);

#endif
