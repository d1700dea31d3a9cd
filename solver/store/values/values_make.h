/*
 * Making a table of positions. What is decided so far is saved from time to time, and whoever makes
 * the table after a run that was killed goes on from there. A table counts once its head is
 * written, last.
 */
#ifndef SOLVER_STORE_VALUES_VALUES_MAKE_H
#define SOLVER_STORE_VALUES_VALUES_MAKE_H

#include <lmdb.h>
#include <stdatomic.h>

#include "base/error.h"
#include "rules/game.h"
#include "store/values/values_record.h"

struct store;
struct subtable;

struct values_options {
    int threads;
    size_t max_bytes;               /* of memory; 0: no limit */
    double save_seconds;            /* between two times that what is decided is saved */
    const atomic_bool *interrupted; /* or NULL */
};

struct values_result {
    bool was_there;     /* the whole table was: nothing was made */
    uint64_t was_short; /* boards that a table that was made before had lost */
    bool resumed;       /* an earlier run's progress was there, */
    int resumed_margin; /* down to this margin */
    uint64_t boards;    /* of the table */
    uint64_t kos;       /* states with a ko in it */
    uint64_t bytes;     /* of its records */
    uint64_t known;     /* of a new table of bounds: states whose value is known */
};

/*
 * Makes the table of game's board and ruleset, unless all of it is there; writes only what is
 * missing. Returns 0; -EINTR, -ENOSPC (max_bytes), or another negative errno and err.
 */
int values_make(struct store *store, const struct game *game, const struct values_options *options,
                struct values_result *ret_result, struct error *err);

/* Opens the sub-table's database of values, and makes it if it is missing. Returns 0 or an LMDB
 * error. */
int values_make_database(MDB_txn *txn, struct store *store, struct subtable *subtable,
                         MDB_dbi *ret_dbi);

/* Deletes the records of a kind. Returns 0 or an LMDB error. */
int values_delete_kind(MDB_txn *txn, MDB_dbi dbi, enum values_kind kind);

#endif
