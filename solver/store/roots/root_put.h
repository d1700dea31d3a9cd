/* Writing records of positions. */
#ifndef SOLVER_STORE_ROOTS_ROOT_PUT_H
#define SOLVER_STORE_ROOTS_ROOT_PUT_H

#include "store/handle/transaction.h"

/* The kind of a position's record that waits: its data are the record's value, which is merged with
 * the one that is there. */
extern const struct pending_kind root_kind;

/* Removes the record of key, if there is one. Returns 0 or an LMDB error. */
int root_drop(struct transaction *transaction, const uint8_t key[STORE_KEY]);

#endif
