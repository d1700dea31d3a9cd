/* The head of a store: which format it has, and which version of the program made it. */
#ifndef SOLVER_STORE_FILE_HEAD_H
#define SOLVER_STORE_FILE_HEAD_H

#include <lmdb.h>
#include <stdint.h>

#include "base/error.h"
#include "store/file/format.h"

/* The only record of DB_META. */
struct store_head {
    uint32_t format, proofs; /* STORE_FORMAT, STORE_PROOFS of the version that wrote it */
    char version[32];        /* of the program that made the store */
};

/*
 * Reads the head. Returns 0, an LMDB error; or -ENODATA where the file is empty still, -EINVAL
 * where it is no store's, -EBADMSG where the head is damaged.
 */
int head_read(MDB_txn *txn, struct store_head *ret_head);

/* Writes a head of this version. Returns 0 or an LMDB error. */
int head_write(MDB_txn *txn, unsigned format);

/* Raises the store's format to this one, if it is less. The head must be there. Returns as
 * head_read(). */
int head_raise(MDB_txn *txn, unsigned format);

/* Returns 0, or -EPROTO with the line that says why this version does not take the store. */
int head_check(const struct store_head *head, struct error *err);

#endif
