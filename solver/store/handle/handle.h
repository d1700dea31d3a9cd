/*
 * The inside of an open store, which the rooms for its kinds of records share. The parts of it are
 * in subtable.h, look.h (reading), pending.h, writer.h and transaction.h (writing) and capacity.h
 * (memory).
 */
#ifndef SOLVER_STORE_HANDLE_HANDLE_H
#define SOLVER_STORE_HANDLE_HANDLE_H

#include <lmdb.h>
#include <pthread.h>

#include "base/bytes.h"
#include "count/persistence.h"
#include "search/persistence.h"
#include "store/file/format.h"
#include "store/file/users.h"
#include "store/handle/walk_result.h"

#define HANDLE_NOTICES_MAX 4

struct pending;
struct subtable;

struct store {
    /* The first member: its functions cast their argument back to the store. */
    struct persistence persistence;
    struct count_store counts; /* what counts of complete games save and load */
    char *dir;
    struct store_patience patience;
    struct users users;
    MDB_env *env;        /* NULL: only `answer` can be read */
    bool read_only;      /* nothing can be written */
    bool reading;        /* opened to be read only: what cannot be written is no failure */
    atomic_bool changed; /* since it was sealed: the seal is gone */
    atomic_bool made;    /* head and named databases are there: the next two handles are valid */
    MDB_dbi roots, tables_dbi;

    pthread_rwlock_t map_lock; /* shared by transactions, exclusive to grow the map */
    pthread_mutex_t dbi_lock;  /* a transaction that opens databases is alone in doing so */
    pthread_mutex_t lock;      /* guards the fields from here to `failure` */
    pthread_cond_t wake;       /* the writer: there is work, or the store is closed */
    pthread_cond_t emptied;    /* others: the queue is shorter */
    struct subtable *tables;
    struct pending *first, **last; /* the queue */
    size_t queued;                 /* bytes in the queue */
    size_t being_written;          /* bytes that the writer took and has not freed yet */
    size_t queue_most;             /* bytes that both may have */
    atomic_size_t changed_most;    /* bytes that a transaction may change */
    atomic_size_t mapped_most;     /* bytes of the file that may be mapped to memory */
    bool writing, closing, writer_started;
    pthread_t writer;
    struct error held;    /* why nothing is written although it could be; empty: it is */
    struct error failure; /* empty: none; written before persistence.failed is set */

    _Atomic uint64_t damaged;             /* damaged records found since the store was opened */
    _Atomic uint64_t contradicted;        /* records dropped because others contradict them */
    atomic_bool rests_on_import;          /* an answer rests on what was imported: to be reported */
    atomic_bool counts_rest_on_import;    /* the same of a count */
    atomic_bool lacks_room, learns_again; /* of tables of strategies: to be reported */
    atomic_bool contradicts; /* lemmas and records cannot all be true: to be reported */

    struct walk_result walked; /* if all was looked at when the store was opened */
    bool asked;                /* the store was opened for the root of answer_key */
    uint8_t answer_key[STORE_KEY];
    struct bytes answer; /* that root's record, or empty */
    bool counts_told;    /* that a count rests on what was imported */
    char notices[HANDLE_NOTICES_MAX][512];
    int notice_count, notices_reported;
};

/* A store in dir, of which nothing is open yet. NULL: no memory. */
struct store *handle_new(const char *dir);

/* Closes what is open, and frees the store. */
void handle_free(struct store *store);

/*
 * Opens `roots` and `tables` in txn. create: makes them and the head, where they are missing. When
 * txn is committed store->made is to be set. Returns 0, -ENODATA if there is nothing yet, or an
 * LMDB error.
 */
int handle_open_named(struct store *store, MDB_txn *txn, bool create);

/* Opens those of store->env. A new store has none yet: they come with what is written first.
 * Returns 0, ENVIRONMENT_HELD or an LMDB error. */
int handle_open_databases(struct store *store);

/* Remembers the first failure and stops the search. doing: "cannot write", ... */
void handle_fail(struct store *store, const char *doing, int code);

/* Adds a line for the user, for store_notice(). Drops it if there are too many. */
void handle_note(struct store *store, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Something that was imported is used for a game of the sub-table (may be NULL). */
void handle_rests_on_import(struct store *store, struct subtable *table);

#endif
