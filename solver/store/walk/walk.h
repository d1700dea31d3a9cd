/*
 * Walking a whole store: every database, every key, every checksum, and in a child every page
 * (pages.h). LMDB's own structure is checked by walking it: keys must ascend and be as many as LMDB
 * says.
 */
#ifndef SOLVER_STORE_WALK_WALK_H
#define SOLVER_STORE_WALK_WALK_H

#include <lmdb.h>

#include "store/file/environment.h"
#include "store/handle/walk_result.h"

/* One record. name: of its database. Returns false to stop. */
typedef bool (*walk_visit)(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                           bool sound);

/*
 * Walks all records of env. visit may be NULL. Not to be called on a file that may be damaged but
 * in a child (child.h).
 */
void walk_store(MDB_env *env, walk_visit visit, void *arg, struct walk_result *ret_result);

/*
 * Walks the store in dir in a child, and its pages: while others write, their fault means nothing,
 * as what is free changes meanwhile. Returns 0, or as child_run() does, with err. users: others may
 * be using the store; NULL: nobody is. patience may be NULL.
 */
int walk_in_child(const char *dir, struct users *users, const struct store_patience *patience,
                  struct walk_result *ret_result, struct error *err);

/* Is the record sound, in any database but that of the roots? *ret_entries (may be NULL): of a
 * sub-table's record. */
bool walk_is_sound(const char *name, const MDB_val *key, const MDB_val *value, size_t *ret_entries);

#endif
