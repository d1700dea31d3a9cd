/* The inside of a store's handle, shared by the files of the store. */
#ifndef SOLVER_STORE_INSIDE_H
#define SOLVER_STORE_INSIDE_H

#include <pthread.h>

#include "engine/memory.h"
#include "store/environment.h"
#include "store/record.h"
#include "store/root_record.h"
#include "store/store.h"
#include "store/walk.h"

#define NOTICES_MAX 4

struct subtable {
    struct subtable *next;
    char name[TABLE_NAME_MAX];
    struct record_shape shape;
    char *graph_text; /* see identity_graph_text() */
    MDB_dbi dbi;
    atomic_bool open; /* dbi is valid */
    bool had_entries; /* when this process opened it */
};

/* Something to be written: an entry of a sub-table's state, or (table NULL) a root's record. */
struct pending {
    struct pending *next;
    struct subtable *table;
    uint8_t key[STORE_KEY];
    size_t size;
    uint8_t data[]; /* the packed state, then the packed entry; or the record */
};

struct store {
    struct memory memory; /* the first member: memory's functions cast back */
    char *dir;
    int users;    /* descriptor of the lock, or -1 */
    MDB_env *env; /* NULL: only `answer` is there */
    bool read_only;
    bool changed; /* since the seal: it is gone */
    MDB_dbi roots, tables_dbi;

    pthread_rwlock_t map_lock; /* shared by transactions, exclusive to grow the map */
    pthread_mutex_t lock;      /* of all below */
    pthread_mutex_t dbi_lock;  /* a transaction that opens databases is alone in doing so */
    pthread_cond_t wake, emptied;
    struct subtable *tables;
    struct pending *first, **last; /* the queue */
    size_t queued;                 /* bytes */
    bool writing, closing, writer_started;
    pthread_t writer;
    struct error failure; /* empty: none; written before memory.failed is set */
    uint64_t damaged;     /* records that were found damaged while reading */

    struct walk_result walked; /* if it was looked through when it was opened */
    struct bytes answer;       /* the record of the root that was asked for, or empty */
    struct root_key answer_key;
    char notices[NOTICES_MAX][160];
    int notice_count, notices_told;
};

/* The sub-table for a game, known to this handle from now on; NULL: no memory. */
struct subtable *table_of_game(struct store *store, const struct game *game);

/*
 * Opens the sub-table's database, making it if create (then no read transaction of this thread may
 * be live). Returns 0, MDB_NOTFOUND, or an LMDB error.
 */
int table_open(struct store *store, struct subtable *table, bool create);

/* Writes a sub-table's description into `tables`. Returns 0 or an LMDB error. */
int table_describe(MDB_txn *txn, MDB_dbi tables, const char *name, const char *graph_text,
                   size_t graph_length);

/*
 * Takes ownership of pending, which is dropped if the queue is full, unless it is a root's. Returns
 * false if it was dropped.
 */
bool writer_add(struct store *store, struct pending *pending);

/* Waits until the queue is half empty. Returns false if nothing can be written. */
bool writer_wait(struct store *store);

/* Writes a list at once and frees it, where the thread does not run. Failures: store_failure(). */
void writer_write(struct store *store, struct pending *list);

/* Before the first change the seal goes: until the end the file is not what was sealed. Returns 0
 * or an errno. */
int writer_break_seal(struct store *store);

/* Waits until no transaction is live in this process, and changes the map as LMDB asked for (why).
 * Returns 0 or an LMDB error. */
int writer_change_map(struct store *store, int why);

/* Writes all that is queued and ends the thread. */
void writer_end(struct store *store);

/* Remembers the first failure and stops the search. doing: "cannot write", ... */
void store_fail(struct store *store, const char *doing, int code);

void store_note(struct store *store, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Is what a record says all that a run would find? */
bool root_is_whole(const struct analysis *analysis, unsigned flags, bool value_only);

/*
 * What the store has of a root, its line played. Returns 1, 0 if it has nothing (or what it has is
 * damaged), or a negative errno. *ret_analysis is to be released.
 */
int root_find(struct store *store, const struct game *game, const struct root_key *key,
              struct analysis *ret_analysis, unsigned *ret_flags);

/* Sets store->memory's functions (session.c). */
void session_init(struct store *store);

/*
 * A short read transaction: begin and end it around each look. Returns 0 or an LMDB error. While
 * it is live the map does not grow.
 */
int look_begin(struct store *store, MDB_txn **txn);
void look_end(struct store *store, MDB_txn *txn);

/*
 * Copies the record of key out of a database. Returns 1, 0 if there is none, or a negative errno.
 */
int store_get(struct store *store, MDB_dbi dbi, const uint8_t key[STORE_KEY],
              struct bytes *ret_value);

#endif
