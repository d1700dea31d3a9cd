/* Making a table of positions, and keeping it. */
#include "store/values/values_make.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "store/file/environment.h"
#include "store/file/head.h"
#include "store/handle/identity.h"
#include "store/handle/look.h"
#include "store/handle/subtable.h"
#include "store/handle/transaction.h"
#include "store/values/values.h"
#include "store/values/values_progress.h"

/* Chunks to a transaction. */
#define BATCH_CHUNKS 256
/* How long a table that was made waits for a process that does not let it be written. */
#define HELD_SECONDS 60.0

struct table_making {
    struct store *store;
    struct subtable *table;
    const struct values_options *options;
    const struct record_shape *shape;
    MDB_dbi dbi;
    double saved; /* clock_now() of the last note, or of the start */
    struct values_result *result;
    int failure; /* of LMDB; 0: none */
};

/* Something to be done in one transaction. */
typedef int (*work_function)(MDB_txn *txn, struct table_making *making, const void *arg);

struct making_work {
    struct table_making *making;
    work_function function;
    const void *arg;
};

static int do_work(struct transaction *transaction, void *arg)
{
    const struct making_work *work = arg;
    return work->function(transaction->txn, work->making, work->arg);
}

static int transact(struct table_making *making, work_function function, const void *arg)
{
    struct making_work work = {making, function, arg};
    making->failure = transaction_run(making->store, true, do_work, &work);
    return making->failure == 0 ? 0 : -EIO;
}

/*
 * The same for what took long to find: another process that does not let this one write is waited
 * for longer, and named.
 */
static int transact_patiently(struct table_making *making, work_function work, const void *arg)
{
    const struct timespec pause = {0, 200000000};
    struct store *store = making->store;
    double until = 0;
    int r;
    while ((r = transact(making, work, arg)) < 0 && making->failure == ENVIRONMENT_HELD) {
        if (until == 0) {
            patience_tell(&store->patience, "%s: waiting %.0f seconds to write the table",
                          transaction_holder(store).text, HELD_SECONDS);
            until = clock_now() + HELD_SECONDS;
        }
        if (patience_over(&store->patience))
            return -EINTR;
        if (clock_now() >= until)
            break;
        nanosleep(&pause, NULL);
    }
    return r;
}

/* The store's format becomes that of the table, if it is less. */
static int raise_format(MDB_txn *txn, const char *name)
{
    struct ruleset rules;
    unsigned needed = STORE_FORMAT_BOUNDS;
    if (identity_rules(name, &rules) == 0 && board_table_kind(&rules) == TABLE_VALUES)
        needed = STORE_FORMAT_VALUES;
    return head_raise(txn, needed);
}

int values_make_database(MDB_txn *txn, struct store *store, struct subtable *subtable,
                         MDB_dbi *ret_dbi)
{
    char name[TABLE_NAME_MAX + sizeof(DB_VALUES)];
    const char *graph = subtable->graph_text;
    snprintf(name, sizeof(name), "%s%s", DB_VALUES, subtable->name);
    int r = mdb_dbi_open(txn, name, 0, ret_dbi);
    if (r != MDB_NOTFOUND)
        return r;
    r = mdb_dbi_open(txn, name, MDB_CREATE, ret_dbi);
    if (r == 0)
        r = subtable_describe(txn, store->tables_dbi, subtable->name, graph, strlen(graph));
    return r != 0 ? r : raise_format(txn, subtable->name);
}

static int make_database(MDB_txn *txn, struct table_making *making, const void *arg)
{
    (void)arg;
    return values_make_database(txn, making->store, making->table, &making->dbi);
}

/* --- progress --- */

static int write_progress(MDB_txn *txn, struct table_making *making, const void *arg)
{
    return values_progress_write(txn, making->dbi, making->shape, arg);
}

static int save(void *arg, const struct table_progress *progress)
{
    struct table_making *making = arg;
    double now = clock_now();
    if (now - making->saved < making->options->save_seconds)
        return 0;
    int r = transact(making, write_progress, progress);
    making->saved = clock_now();
    return making->failure == ENVIRONMENT_HELD ? 0 : r; /* another time */
}

static bool load(void *arg, struct table_progress *progress)
{
    struct table_making *making = arg;
    MDB_txn *txn = NULL;
    if (look_begin(making->store, &txn) != 0)
        return false;
    bool found = values_progress_read(txn, making->dbi, making->shape, progress);
    look_end(making->store, txn);
    making->result->resumed = found;
    making->result->resumed_margin = progress->margin;
    return found;
}

static bool must_stop(void *arg)
{
    const struct table_making *making = arg;
    return making->options->interrupted != NULL && atomic_load(making->options->interrupted);
}

/* --- the table --- */

/* Writes a record unless it is there. */
static int put_missing(MDB_txn *txn, const struct table_making *making,
                       const struct values_key *key, struct bytes *value)
{
    MDB_val there;
    values_seal(value, making->shape);
    if (!value->failed && values_get(txn, making->dbi, making->shape, key, &there) == 0 &&
        there.mv_size == value->size && memcmp(there.mv_data, value->data, value->size) == 0)
        return 0;
    return values_write(txn, making->dbi, making->shape, key, value);
}

struct chunks {
    const struct board_table *made;
    const uint32_t *order;
    uint32_t first, end;
};

static int write_chunks(MDB_txn *txn, struct table_making *making, const void *arg)
{
    const struct chunks *chunks = arg;
    struct bytes value = {0};
    int r = 0;
    for (uint32_t at = chunks->first; at < chunks->end && r == 0; at += CHUNK_BOARDS) {
        uint32_t count = chunks->end - at < CHUNK_BOARDS ? chunks->end - at : CHUNK_BOARDS;
        const struct stones *first = &chunks->made->positions.orbits[chunks->order[at]].canonical;
        struct values_key key = values_key(making->shape, VALUES_CHUNK, first, 0);
        value.size = 0;
        values_put_chunk(&value, making->shape, chunks->made, chunks->order + at, count);
        r = put_missing(txn, making, &key, &value);
    }
    bytes_release(&value);
    return r;
}

int values_delete_kind(MDB_txn *txn, MDB_dbi dbi, enum values_kind kind)
{
    MDB_cursor *cursor;
    uint8_t first = (uint8_t)kind;
    MDB_val key = {1, &first}, data;
    int r = mdb_cursor_open(txn, dbi, &cursor);
    if (r != 0)
        return r;
    r = mdb_cursor_get(cursor, &key, &data, MDB_SET_RANGE);
    while (r == 0 && *(const uint8_t *)key.mv_data == kind)
        r = environment_delete_here(cursor, &key, &data);
    mdb_cursor_close(cursor);
    return r == MDB_NOTFOUND ? 0 : r;
}

/* Deletes chunks that begin with another board than those of the table: some that were imported, or
 * damaged so that nobody can tell. They would hide the right ones. */
static int delete_strays(MDB_txn *txn, const struct table_making *making,
                         const struct chunks *chunks)
{
    const struct positions *positions = &chunks->made->positions;
    MDB_cursor *cursor;
    uint8_t kind = VALUES_CHUNK;
    MDB_val key = {1, &kind}, data;
    int r = mdb_cursor_open(txn, making->dbi, &cursor);
    if (r != 0)
        return r;
    r = mdb_cursor_get(cursor, &key, &data, MDB_SET_RANGE);
    for (uint32_t at = chunks->first; r == 0 && *(const uint8_t *)key.mv_data == VALUES_CHUNK;) {
        struct values_key own = {.size = 0};
        if (at < chunks->end)
            own = values_key(making->shape, VALUES_CHUNK,
                             &positions->orbits[chunks->order[at]].canonical, 0);
        if (own.size == key.mv_size && memcmp(own.bytes, key.mv_data, own.size) == 0) {
            at += CHUNK_BOARDS;
            r = mdb_cursor_get(cursor, &key, &data, MDB_NEXT);
        } else {
            r = environment_delete_here(cursor, &key, &data);
        }
    }
    mdb_cursor_close(cursor);
    return r == MDB_NOTFOUND ? 0 : r;
}

/* The head makes it count; what is left of the making goes. */
static int write_end(MDB_txn *txn, struct table_making *making, const void *arg)
{
    const struct chunks *chunks = arg;
    struct bytes value = {0};
    const struct values_head head = {(unsigned)board_table_layers(chunks->made), false, chunks->end,
                                     making->result->kos};
    const struct values_key key = values_key(making->shape, VALUES_HEAD, NULL, 0);
    values_put_head(&value, &head);
    int r = values_write(txn, making->dbi, making->shape, &key, &value);
    if (r == 0)
        r = delete_strays(txn, making, chunks);
    if (r == 0)
        r = values_delete_kind(txn, making->dbi, VALUES_PROGRESS);
    if (r == 0)
        r = values_delete_kind(txn, making->dbi, VALUES_PART);
    bytes_release(&value);
    return r;
}

static uint64_t count_kos(const struct board_table *made)
{
    struct table_entry entries[TABLE_KOS_MAX];
    uint64_t count = 0;
    for (uint32_t orbit = 0; orbit < made->positions.orbit_count; orbit++)
        count += (uint64_t)board_table_kos(made, orbit, entries);
    return count;
}

static int write_table(struct table_making *making, const struct board_table *made)
{
    uint32_t *order = board_table_order(made), count = made->positions.orbit_count;
    const struct chunks all = {made, order, 0, count};
    making->result->boards = count;
    making->result->kos = count_kos(made);
    int r = order != NULL ? 0 : -ENOMEM;
    for (uint32_t at = 0; at < count && r == 0; at += BATCH_CHUNKS * CHUNK_BOARDS) {
        uint32_t most = BATCH_CHUNKS * CHUNK_BOARDS, left = count - at;
        struct chunks chunks = {made, order, at, at + (left < most ? left : most)};
        r = must_stop(making) ? -EINTR : transact_patiently(making, write_chunks, &chunks);
    }
    if (r == 0)
        r = transact_patiently(making, write_end, &all);
    free(order);
    if (made->kind == TABLE_BOUNDS)
        making->result->known = board_table_known(made);
    return r;
}

static int say_why(const struct table_making *making, int r, struct error *err)
{
    if (r == -EIO && making->failure == ENVIRONMENT_HELD)
        return error_set(err, r, "cannot write: %s", transaction_holder(making->store).text);
    if (r == -EIO && making->failure != 0)
        return error_set(err, r, "cannot write: %s", environment_text(making->failure));
    if (r == -EIO)
        return error_set(err, r, "cannot read it");
    return r < 0 ? error_set(err, r, "%s", strerror(-r)) : 0;
}

static int make_table(struct table_making *making, const struct game *game)
{
    const struct values_options *options = making->options;
    const struct table_work work = {
        .threads = options->threads,
        .max_bytes = options->max_bytes,
        .stop = must_stop,
        .load = load,
        .save = save,
        .arg = making,
    };
    struct board_table made;
    int r = transact(making, make_database, NULL);
    if (r == 0)
        r = board_table_init(&made, game->graph, &game->rules, &work);
    if (r < 0)
        return r;
    r = write_table(making, &made);
    board_table_release(&made);
    return r;
}

/* Is all of the table there? Returns 1, 0, or a negative errno. */
static int look_whole(const struct values_table *table, struct values_result *result)
{
    struct values_cover cover;
    int r = values_cover(table, &cover);
    if (r < 0)
        return r;
    result->was_there = values_cover_state(&cover) == VALUES_WHOLE;
    result->boards = table->head.boards;
    result->kos = table->head.kos;
    if (!result->was_there && cover.boards < table->head.boards)
        result->was_short = table->head.boards - cover.boards;
    return result->was_there;
}

int values_make(struct store *store, const struct game *game, const struct values_options *options,
                struct values_result *ret_result, struct error *err)
{
    struct values_table there;
    struct table_making making = {
        .store = store,
        .table = subtable_of_game(store, game),
        .options = options,
        .saved = clock_now(),
        .result = ret_result,
    };
    *ret_result = (struct values_result){0};
    if (making.table == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    if (store->read_only && store->held.text[0] != '\0')
        return error_set(err, patience_over(&store->patience) ? -EINTR : -EACCES,
                         "nothing can be written to it: %s", store->held.text);
    if (store->read_only)
        return error_set(err, -EACCES, "nothing can be written to it");
    if (store->env == NULL)
        return error_set(err, -EINVAL, "it is open for one run: wanted one for any");
    making.shape = &making.table->shape;
    int r = values_open(store, game, &there);
    if (r == 1) {
        r = look_whole(&there, ret_result);
        values_close(&there);
    }
    if (r == 0)
        r = make_table(&making, game);
    return say_why(&making, r, err);
}
