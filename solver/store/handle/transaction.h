/*
 * A transaction that writes, and the turn of this process to write.
 *
 * The functions return 0 or an LMDB error. ENVIRONMENT_HELD: another process does not let this one
 * write (store->held). After MDB_MAP_FULL and MDB_MAP_RESIZED transaction_change_map() makes room.
 */
#ifndef SOLVER_STORE_HANDLE_TRANSACTION_H
#define SOLVER_STORE_HANDLE_TRANSACTION_H

#include "store/handle/handle.h"
#include "store/handle/pending.h"

struct transaction {
    struct store *store;
    MDB_txn *txn;
    bool makes;            /* databases may have to be made or opened */
    bool made;             /* head, `roots` and `tables` were made in it */
    bool importing;        /* all of it comes from an import */
    uint64_t contradicted; /* records dropped because others contradict them */
    unsigned raised;       /* the format that the store has at least */
    /* Of an import: it contradicts the record of refused_key, so that nothing of it is written. */
    bool refused;
    bool refused_drop; /* that record is not to be believed either */
    uint8_t refused_key[STORE_KEY];
};

/* Begins one. Until its end the caller must not begin another. */
int transaction_begin(struct store *store, bool makes, struct transaction *ret_transaction);

/* Sees to it that there are head, `roots` and `tables`. */
int transaction_make_databases(struct transaction *transaction);

/* Writes what waits, and makes the database that it belongs to. Does not free it. */
int transaction_put(struct transaction *transaction, struct pending *item);

/* The same for count items, 1 at least and PENDING_RUN at most, of one kind, sub-table and key. */
int transaction_put_run(struct transaction *transaction, struct pending **items, size_t count);

/* As head_raise(), once. */
int transaction_raise_format(struct transaction *transaction, unsigned format);

/* Commits if r, what came before, is 0; else undoes all of it. Returns r if that is not 0. */
int transaction_end(struct transaction *transaction, int r);

/* Makes the map larger, if that is why a transaction failed. Returns 0, or why as it is. */
int transaction_change_map(struct store *store, int why);

/*
 * Runs work in a transaction, with the databases made if makes, and commits it if work returns 0;
 * again and again while the map is to be changed, so that work may be called several times. Returns
 * what work or committing it returned.
 */
int transaction_run(struct store *store, bool makes,
                    int (*work)(struct transaction *transaction, void *arg), void *arg);

/* Says in a line who holds the turn to write; empty: nobody. */
struct error transaction_holder(struct store *store);

#endif
