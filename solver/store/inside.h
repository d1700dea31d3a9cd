/* The inside of a store's handle, shared by the files of the store. */
#ifndef SOLVER_STORE_INSIDE_H
#define SOLVER_STORE_INSIDE_H

#include <pthread.h>

#include "search/persistence.h"
#include "store/environment.h"
#include "store/record.h"
#include "store/root_merge.h"
#include "store/store.h"
#include "store/users.h"
#include "store/walk.h"

#define NOTICES_MAX 4
#define SLAB_BYTES ((size_t)64 << 10)

struct subtable {
    struct subtable *next;
    char name[TABLE_NAME_MAX];
    struct record_shape shape;
    char *graph_text; /* see identity_graph_text() */
    MDB_dbi dbi;
    atomic_bool open; /* dbi is valid */
    bool made;        /* it is in the batch that is being written */
    bool had_entries; /* when this process opened it */
    /* Something that was imported was used for this board, so that what is proved may rest on it.
     */
    atomic_bool leans;
};

/* Where a session puts what is to be written; freed with the last of it. */
struct slab {
    atomic_size_t users;
    size_t used;
    _Alignas(8) uint8_t data[SLAB_BYTES];
};

/* Something to be written: an entry of a sub-table's state, or (table NULL) a root's record. */
struct pending {
    struct pending *next;
    struct subtable *table;
    struct subtable *board; /* of a root: its board, where that is known; or NULL */
    struct slab *slab;      /* where it lies; NULL: it was allocated by itself */
    uint8_t key[STORE_KEY];
    size_t size;
    uint8_t data[]; /* the packed state, then the packed entry, perhaps unsorted; or the record */
};

struct store {
    struct persistence persistence; /* the first member: persistence's functions cast back */
    char *dir;
    struct store_patience patience;
    struct users users;
    MDB_env *env; /* NULL: only `answer` is there */
    bool read_only;
    bool reading; /* opened to be read only (STORE_READ): what cannot be written is no failure */
    atomic_bool changed; /* since the seal: it is gone */
    atomic_bool made;    /* head and databases are there: the next two are valid */
    MDB_dbi roots, tables_dbi;

    pthread_rwlock_t map_lock; /* shared by transactions, exclusive to grow the map */
    pthread_mutex_t lock;      /* of all below */
    pthread_mutex_t dbi_lock;  /* a transaction that opens databases is alone in doing so */
    pthread_cond_t wake, emptied;
    struct subtable *tables;
    struct pending *first, **last; /* the queue */
    size_t queued;                 /* bytes */
    size_t being_written;          /* bytes that the writer took and has not freed yet */
    size_t queue_most;             /* bytes of both */
    size_t changed_most;           /* bytes that a transaction may change */
    size_t mapped_most;            /* bytes of the file that may be mapped to memory */
    bool writing, closing, writer_started;
    pthread_t writer;
    struct error failure;          /* empty: none; written before persistence.failed is set */
    _Atomic uint64_t damaged;      /* records that were found damaged since the store was opened */
    _Atomic uint64_t contradicted; /* records that others contradicted, so that they were dropped */
    atomic_bool leans;             /* an answer rests on what was imported: to be told */
    atomic_bool contradicts;       /* the store told things that cannot all be true: the same */

    struct walk_result walked; /* if it was looked through when it was opened */
    struct bytes answer;       /* the record of the root that was asked for, or empty */
    struct root_key answer_key;
    char notices[NOTICES_MAX][512];
    int notice_count, notices_told;
    struct error held; /* why nothing is written although it could be; empty: it is */
};

/* The sub-table for a game, known to this handle from now on; NULL: no memory. */
struct subtable *subtable_of_game(struct store *store, const struct game *game);

/*
 * Opens `roots` and `tables` in txn, making them and the head if create. When txn is committed
 * store->made is to be set. Returns 0, -ENODATA if there is nothing yet, or an LMDB error.
 */
int handle_open_named(struct store *store, MDB_txn *txn, bool create);

/*
 * Opens the sub-table's database if it is there. Returns 0, MDB_NOTFOUND, or an LMDB error.
 */
int subtable_open(struct store *store, struct subtable *table);

/*
 * The same in txn, making it if create. The caller holds store->dbi_lock until txn is committed,
 * and then sets table->open.
 */
int subtable_open_in(struct store *store, MDB_txn *txn, struct subtable *table, bool create);

/* Writes a sub-table's description into `tables`. Returns 0 or an LMDB error. */
int subtable_describe(MDB_txn *txn, MDB_dbi tables, const char *name, const char *graph_text,
                      size_t graph_length);

/*
 * Takes ownership of pending, which is dropped if the queue is full, unless it is a root's. Returns
 * false if it was dropped.
 */
bool writer_add(struct store *store, struct pending *pending);

/* NULL is allowed. */
void pending_free(struct pending *pending);
void pending_leave_slab(struct slab *slab);

/* Waits until the queue is half empty, or (clock_now()) until then. Returns false if it is not.
 */
bool writer_wait(struct store *store, double until);

/*
 * One transaction that writes. makes: databases may have to be made or opened. All return 0 or an
 * LMDB error; ENVIRONMENT_HELD: another process does not let this one write (store->held); after
 * MDB_MAP_FULL and MDB_MAP_RESIZED transaction_change_map() mends it, and returns others as they
 * are. batch_end() commits if r, what came before, is 0, and undoes everything else. Between
 * batch_begin() and batch_end() the caller must not begin another transaction.
 */
struct batch {
    struct store *store;
    MDB_txn *txn;
    bool makes, made; /* made: head, `roots` and `tables`, in this transaction */
    bool importing;
    uint64_t contradicted;          /* see struct store */
    unsigned raised;                /* the format that the store has at least */
    bool refused, refused_drop;     /* importing: what came contradicts the record of this key; */
    uint8_t refused_key[STORE_KEY]; /* drop: that one is not to be believed either */
};

int batch_begin(struct store *store, bool makes, struct batch *ret_batch);
int batch_databases(struct batch *batch); /* there are head, `roots` and `tables` now */
int batch_put(struct batch *batch, struct pending *item);
int batch_raise(struct batch *batch, unsigned format); /* head_raise(), once */
int batch_end(struct batch *batch, int r);
int transaction_change_map(struct store *store, int why);

/* Who keeps this process from writing, as a line; empty: nobody. */
struct error transaction_holder(struct store *store);

/*
 * Writes a root's record, merged with the one that is there; root_drop() removes one. Both return 0
 * or an LMDB error; -EBADMSG: an import is refused (batch->refused).
 */
int root_put(struct batch *batch, const struct pending *item);
int root_drop(struct batch *batch, const uint8_t key[STORE_KEY]);

/*
 * Says what a run may take (0: any number of bytes), of which the store takes a part. Returns that
 * part: the search may have the rest.
 */
size_t capacity_set(struct store *store, size_t max_bytes);

/*
 * Lets go of the file's pages that are mapped, if they are too many; they are read again where they
 * are needed, from the page cache. Called now and then while store->map_lock is held, so that the
 * map stays where it is.
 */
void capacity_trim(struct store *store);

/* Writes all that is queued and ends the thread. */
void writer_end(struct store *store);

/* Remembers the first failure and stops the search. doing: "cannot write", ... */
void handle_fail(struct store *store, const char *doing, int code);

/*
 * Reads, in a child, the head and the record of store->answer_key. alone: nobody else uses the
 * store. Returns 1 if it is new and empty still, 0 with the record in store->answer; -EBADMSG
 * (damaged, err not set); -EAGAIN (another process holds a lock), or another negative errno.
 */
int store_probe(struct store *store, bool alone, struct error *err);

/* Has that record what a run with these options would find? */
bool store_answers(struct store *store, const struct game *asked,
                   const struct analysis_options *options);

/* Opens those of store->env. In a new store there are none yet: they come with what is written
 * first. Returns 0, ENVIRONMENT_HELD or an LMDB error. */
int handle_open_databases(struct store *store);

/*
 * Can the store be opened with LMDB's locks? If another process keeps its table of readers and this
 * one only reads, it goes without (store->read_only). Returns 0, or as users_take() with err.
 */
int store_check_readers(struct store *store, struct error *err);

/*
 * Opens the store to be read, though its door is shut; why says by whom. Returns 0; or with err
 * -EAGAIN if it cannot be, or not be trusted, -EINTR, or another negative errno.
 */
int store_open_outside(struct store *store, unsigned flags, const struct game *asked,
                       const struct analysis_options *options, const struct error *why,
                       struct error *err);

/* A run that does not need the store goes on in memory. */
void store_go_without(struct store *store, const struct error *why);

void handle_note(struct store *store, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What is imported is used for a game of the sub-table (may be NULL). */
void handle_rests_on_import(struct store *store, struct subtable *table);

/* Is what a record says all that a run would find? */
bool root_is_whole(const struct analysis *analysis, unsigned flags, bool value_only);

/* And does it do for a run with these options? One with room for tables may say more of the first
 * plays than strategies have told (analysis_is_refined()). */
bool root_answers(const struct game *game, const struct analysis *known, unsigned flags,
                  const struct analysis_options *options);

/*
 * What the store has of a root, its line played. Returns 1, 0 if it has nothing (or what it has is
 * damaged), or a negative errno. ret_facts->analysis is to be released.
 */
int root_find(struct store *store, const struct game *game, const struct root_key *key,
              int komi_half_points, struct root_facts *ret_facts);

/* Queues what a run with these options came to for writing, marked where it rests on what was
 * imported. */
void root_save(struct store *store, const struct game *game, const struct root_key *key,
               const struct analysis_options *options, const struct analysis *analysis);

/* Sets store->persistence's functions (session.c), those for provers among them
 * (strategies_keep.c). */
void session_init(struct store *store);
void strategies_init(struct store *store);

/*
 * A short read transaction: begin and end it around each look. *txn is NULL, or was reset and is
 * used again. Returns 0 or an LMDB error. While it is live the map does not grow.
 */
int look_begin(struct store *store, MDB_txn **txn);
void look_end(struct store *store, MDB_txn *txn);

/*
 * Copies the record of key out of a database. Returns 1, 0 if there is none, or a negative errno.
 */
int look_get(struct store *store, MDB_dbi dbi, const uint8_t key[STORE_KEY],
             struct bytes *ret_value);

#endif
