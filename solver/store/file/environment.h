/* Opening the LMDB environment of a store, and what its errors mean. */
#ifndef SOLVER_STORE_FILE_ENVIRONMENT_H
#define SOLVER_STORE_FILE_ENVIRONMENT_H

#include <lmdb.h>

#include "base/bytes.h"
#include "base/error.h"
#include "store/file/format.h"
#include "store/file/users.h"

/*
 * Another process holds what stands for a lock of LMDB's, and does not give it back (users.h). Of
 * no value that LMDB or the system returns.
 */
#define ENVIRONMENT_HELD (-20000)

/*
 * Opens dir's data file. flags: MDB_RDONLY, MDB_NOLOCK; for one file instead of a folder
 * MDB_NOSUBDIR. The map is as large as the address space and the file system let it be; it costs
 * nothing until it is used. users must outlast the environment; NULL: nobody else can be using the
 * file. Returns 0, ENVIRONMENT_HELD or what LMDB returned.
 */
int environment_open(const char *dir, unsigned flags, struct users *users, MDB_env **ret_env);

/* Begins a transaction that reads. Returns the same. */
int environment_read(MDB_env *env, MDB_txn **ret_txn);

/*
 * Empties a data file that was never made to its end, because the disk was full or the process was
 * killed: LMDB writes its first two pages at once, and takes less than these for damage. One that
 * was sealed was whole, and is left as it is. For who is alone in the store. Returns 0, or a
 * negative errno if it cannot be emptied.
 */
int environment_clear(const char *dir);

/* The size of the map that is tried first. Only tests change it. */
extern size_t environment_map_wanted;

/* Doubles the map. No transaction may be live in this process. */
int environment_grow(MDB_env *env);

/* Does what LMDB returned mean that the file is not what LMDB wrote? */
bool environment_is_damage(int code);

/* The head of the store, the only record of DB_META. */
struct store_head {
    uint32_t format, proofs;
    char version[32]; /* of the program that made the store */
};

/*
 * Reads the head. Returns 0, an LMDB error; or -ENODATA where the file is empty still, -EINVAL
 * where it is no store's, -EBADMSG where the head is damaged.
 */
int head_read(MDB_txn *txn, struct store_head *ret_head);
int head_write(MDB_txn *txn, unsigned format);

/* The store's format becomes this, if it is less. The head must be there. Returns as head_read().
 */
int head_raise(MDB_txn *txn, unsigned format);

/* Returns 0, or -EPROTO with the line that says why this version does not take the store. */
int head_check(const struct store_head *head, struct error *err);

/* "out of space" and the like, for error lines. */
const char *environment_text(int code);

/* Deletes what the cursor is at and tells what follows. Returns 0, MDB_NOTFOUND behind the last, or
 * what LMDB says. */
int environment_delete_here(MDB_cursor *cursor, MDB_val *ret_key, MDB_val *ret_data);

#endif
