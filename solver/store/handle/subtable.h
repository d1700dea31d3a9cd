/* The sub-tables that a handle knows: one for each ruleset on a board (identity.h). */
#ifndef SOLVER_STORE_HANDLE_SUBTABLE_H
#define SOLVER_STORE_HANDLE_SUBTABLE_H

#include "rules/game.h"
#include "store/file/record.h"
#include "store/handle/handle.h"

struct subtable {
    struct subtable *next;
    char name[TABLE_NAME_MAX];
    struct record_shape shape;
    char *graph_text; /* see identity_graph_text() */
    MDB_dbi dbi;      /* of its lemmas */
    atomic_bool open; /* dbi is valid */
    bool made;        /* the database is made in the transaction that is being written */
    bool had_entries; /* when this process opened it */
    /* Something that was imported was used for this board: what is proved may rest on it. */
    atomic_bool rests_on_import;
};

/* The sub-table for a game, known to this handle from now on; NULL: no memory. */
struct subtable *subtable_of_game(struct store *store, const struct game *game);

/* Frees all that the handle knows. */
void subtable_release_all(struct store *store);

/* Opens the database of its lemmas, if it is there. Returns 0, MDB_NOTFOUND, or an LMDB error. */
int subtable_open(struct store *store, struct subtable *table);

/*
 * Opens it in txn. create: makes it if it is missing. The caller holds store->dbi_lock until txn is
 * committed, and then sets table->open.
 */
int subtable_open_in(struct store *store, MDB_txn *txn, struct subtable *table, bool create);

/* Writes a sub-table's description into `tables`. Returns 0 or an LMDB error. */
int subtable_describe(MDB_txn *txn, MDB_dbi tables, const char *name, const char *graph_text,
                      size_t graph_length);

/* Appends the text of a graph file that `tables` has of the sub-table called name; nothing for a
 * rectangle. Returns 0, -EIO or -ENOMEM. */
int subtable_graph_text(struct store *store, const char *name, struct bytes *ret_text);

#endif
