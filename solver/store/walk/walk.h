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

/* Visits a record; name is that of its database. Returns false to stop the walk. */
typedef bool (*walk_visit)(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                           bool sound);

/*
 * Walks all records of env. visit may be NULL. On a file that may be damaged only a child may call
 * this (file/child.h).
 */
void walk_store(MDB_env *env, walk_visit visit, void *arg, struct walk_result *ret_result);

/*
 * Walks the store in dir, and its pages, in a child. While others write, a fault of the pages means
 * nothing, as what is free changes meanwhile. users: others may be using the store; NULL: nobody
 * is. patience may be NULL. Returns 0, or as child_run() does, with err.
 */
int walk_in_child(const char *dir, struct users *users, const struct store_patience *patience,
                  struct walk_result *ret_result, struct error *err);

/* Is a record of any database but `roots` sound? *ret_entries (may be NULL) receives how many
 * entries, boards or states it has. */
bool walk_is_sound(const char *name, const MDB_val *key, const MDB_val *value, size_t *ret_entries);

#endif
