/* Opening the LMDB environment of a store, and what its errors mean. */
#ifndef SOLVER_STORE_FILE_ENVIRONMENT_H
#define SOLVER_STORE_FILE_ENVIRONMENT_H

#include <lmdb.h>
#include <stdbool.h>

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

/* "out of space" and the like, for error lines. */
const char *environment_text(int code);

/* Deletes what the cursor is at and finds what follows. Returns 0, MDB_NOTFOUND behind the last, or
 * what LMDB says. */
int environment_delete_here(MDB_cursor *cursor, MDB_val *ret_key, MDB_val *ret_data);

#endif
