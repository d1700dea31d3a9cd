/* Keeping the tables of provers, and loading them (search/persistence.h). */
#include "store/strategies/strategies.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/file/drawn.h"
#include "store/file/environment.h"
#include "store/file/head.h"
#include "store/handle/look.h"
#include "store/handle/transaction.h"

/* Bytes to a transaction: LMDB keeps its dirty pages in memory. */
#define BATCH_BYTES ((size_t)4 << 20)

struct prover_saving {
    struct store *store;
    const struct prover *prover;
    char name[DATABASE_NAME_MAX];
    struct record_shape shape;
    struct strategies_id id;
    struct strategies_head head;
    struct checkpoint_states states;
    bool lesson;  /* that is saved, not the table */
    size_t place; /* the state of the lesson that comes next */
    struct bytes chunk;
};

static int saving_begin(struct prover_saving *saving, struct store *store,
                        const struct graph *graph, enum colour attacker,
                        const struct prover *prover)
{
    size_t head = strlen(DB_STRATEGIES);
    *saving = (struct prover_saving){.store = store, .prover = prover};
    memcpy(saving->name, DB_STRATEGIES, head);
    strategies_name(graph, prover, saving->name + head);
    saving->id.attacker = attacker;
    saving->id.margin = prover->margin;
    return strategies_shape(saving->name + head, &saving->shape);
}

/* --- saving --- */

static int open_database(struct transaction *transaction, const char *name, MDB_dbi *ret_dbi)
{
    int r = mdb_dbi_open(transaction->txn, name, 0, ret_dbi);
    if (r != MDB_NOTFOUND)
        return r;
    r = mdb_dbi_open(transaction->txn, name, MDB_CREATE, ret_dbi);
    return r == 0 ? head_raise(transaction->txn, STORE_FORMAT_STRATEGIES) : r;
}

static int put(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi, enum strategies_kind kind,
               struct bytes *value)
{
    struct strategies_key key = strategies_key(kind, &saving->id);
    strategies_seal(value, &saving->shape, &key);
    MDB_val own = {key.size, key.bytes}, data = {value->size, value->data};
    return value->failed ? ENOMEM : mdb_put(txn, dbi, &own, &data, 0);
}

/* Appends the next state of the table, or of the lesson. Returns false if there is none. */
static bool put_next(struct prover_saving *saving)
{
    const struct lesson *lesson = &saving->prover->lesson;
    struct checkpoint_state state;
    if (saving->lesson ? saving->place == lesson->count : !checkpoint_next(&saving->states, &state))
        return false;
    if (saving->lesson)
        strategies_put_lesson(&saving->chunk, &saving->shape, &lesson->states[saving->place++]);
    else
        strategies_put_state(&saving->chunk, &saving->shape, &state);
    saving->head.states++;
    return true;
}

/* The next states as a chunk; empty if there are none. */
static void fill_chunk(struct prover_saving *saving)
{
    saving->chunk.size = 0;
    for (int n = 0; n < STRATEGIES_CHUNK_STATES && put_next(saving); n++)
        continue;
}

static enum strategies_kind kind_of_chunks(const struct prover_saving *saving)
{
    return saving->lesson ? STRATEGIES_LESSON : STRATEGIES_CHUNK;
}

static int write_chunks(struct prover_saving *saving, struct transaction *transaction, MDB_dbi dbi,
                        bool *ret_done)
{
    int r = 0;
    for (size_t bytes = 0; bytes < BATCH_BYTES && r == 0; bytes += saving->chunk.size) {
        fill_chunk(saving);
        *ret_done = saving->chunk.size == 0 && !saving->chunk.failed;
        if (*ret_done)
            return 0;
        saving->id.chunk = saving->head.chunks++;
        r = put(saving, transaction->txn, dbi, kind_of_chunks(saving), &saving->chunk);
    }
    return r;
}

/* Chunks of other tables, or other lessons, of the same query. */
static int delete_others(const struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi)
{
    const struct strategies_id first = {saving->id.attacker, saving->id.margin, 0, 0};
    struct strategies_key from = strategies_key(kind_of_chunks(saving), &first);
    struct strategies_key own = strategies_key(kind_of_chunks(saving), &saving->id);
    size_t query = from.size - 12, table = from.size - 4;
    MDB_cursor *cursor;
    MDB_val key = {from.size, from.bytes}, data;
    int r = mdb_cursor_open(txn, dbi, &cursor);
    if (r != 0)
        return r;
    r = mdb_cursor_get(cursor, &key, &data, MDB_SET_RANGE);
    while (r == 0 && key.mv_size == from.size && memcmp(key.mv_data, from.bytes, query) == 0) {
        if (memcmp(key.mv_data, own.bytes, table) != 0)
            r = environment_delete_here(cursor, &key, &data);
        else
            r = mdb_cursor_get(cursor, &key, &data, MDB_NEXT);
    }
    mdb_cursor_close(cursor);
    return r == MDB_NOTFOUND ? 0 : r;
}

static int write_head(struct prover_saving *saving, struct transaction *transaction, MDB_dbi dbi)
{
    if (saving->lesson) {
        int r = delete_others(saving, transaction->txn, dbi);
        return r == 0 ? head_raise(transaction->txn, STORE_FORMAT_LESSONS) : r;
    }
    saving->chunk.size = 0;
    strategies_put_head(&saving->chunk, &saving->shape, &saving->head, saving->prover);
    int r = put(saving, transaction->txn, dbi, STRATEGIES_HEAD, &saving->chunk);
    return r == 0 ? delete_others(saving, transaction->txn, dbi) : r;
}

/* What one transaction writes. */
struct prover_part {
    struct prover_saving *saving;
    struct prover_saving before; /* where it begins, again if the transaction is */
    bool last;                   /* the head, which a lesson has not; else chunks */
    bool done;                   /* there are no more chunks */
};

static int write_part(struct transaction *transaction, void *arg)
{
    struct prover_part *part = arg;
    struct prover_saving *saving = part->saving;
    struct bytes chunk = saving->chunk;
    MDB_dbi dbi;
    *saving = part->before;
    saving->chunk = chunk;
    int r = open_database(transaction, saving->name, &dbi);
    if (r != 0)
        return r;
    return part->last ? write_head(saving, transaction, dbi)
                      : write_chunks(saving, transaction, dbi, &part->done);
}

static int write_table(struct prover_saving *saving)
{
    struct prover_part part = {.saving = saving};
    int r = 0;
    while (r == 0 && !part.last) {
        part.last = part.done;
        part.before = *saving;
        r = transaction_run(saving->store, true, write_part, &part);
    }
    return r;
}

/* A new lesson is written once, before the first table whose head names it. */
static int write_lesson(const struct prover_saving *table, struct prover *prover)
{
    struct prover_saving saving = *table;
    if (prover->lesson.count == 0)
        return 0;
    saving.lesson = true;
    saving.id.table = checkpoint_lesson(prover);
    int r = write_table(&saving);
    bytes_release(&saving.chunk);
    if (r != 0)
        return r;
    prover->lesson.kept = true;
    lesson_release(&prover->lesson);
    return 0;
}

static void save_prover(struct persistence *persistence, const struct graph *graph,
                        enum colour attacker, struct prover *prover, size_t most)
{
    struct store *store = (struct store *)persistence;
    struct prover_saving saving;
    if (store->read_only || store->reading || store->env == NULL ||
        atomic_load(&persistence->failed) ||
        saving_begin(&saving, store, graph, attacker, prover) < 0)
        return;
    /* Without the memory for it nothing is saved; the search may need it more. */
    if (checkpoint_begin(&saving.states, prover, most) < 0)
        return;
    /* Another process may be writing a table of the same query. */
    saving.id.table = saving.head.table = drawn_number();
    saving.head.proofs = prover->proofs;
    int r = write_lesson(&saving, prover);
    r = r == 0 ? write_table(&saving) : r;
    if (r != 0 && r != ENVIRONMENT_HELD) /* else the next time, or never: it proves nothing */
        handle_fail(store, "cannot write", r);
    checkpoint_end(&saving.states);
    bytes_release(&saving.chunk);
}

/* --- loading --- */

/*
 * A chunk that is missing or not sound is as if its states were forgotten; then what was spent does
 * not count either. Returns whether all are there.
 */
static bool load_chunks(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                        struct prover *prover)
{
    bool whole = true;
    for (saving->id.chunk = 0; saving->id.chunk < saving->head.chunks; saving->id.chunk++) {
        struct strategies_key key = strategies_key(STRATEGIES_CHUNK, &saving->id);
        MDB_val own = {key.size, key.bytes}, data;
        bool there = mdb_get(txn, dbi, &own, &data) == 0;
        bool sound = there && strategies_is_sound(&saving->shape, &own, &data, NULL);
        if (there && !sound)
            atomic_fetch_add(&saving->store->damaged, 1);
        if (sound)
            strategies_read_chunk(&saving->shape, &own, &data, prover, NULL);
        whole = whole && sound;
    }
    return whole;
}

/* What is not the whole lesson is none. */
static void load_lesson(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                        struct prover *prover)
{
    struct lesson *lesson = &prover->lesson;
    struct strategies_id id = saving->id;
    id.table = checkpoint_lesson(prover);
    for (id.chunk = 0; id.table != 0; id.chunk++) {
        struct strategies_key key = strategies_key(STRATEGIES_LESSON, &id);
        MDB_val own = {key.size, key.bytes}, data;
        if (mdb_get(txn, dbi, &own, &data) != 0)
            break;
        if (!strategies_read_lesson(&saving->shape, &own, &data, lesson)) {
            atomic_fetch_add(&saving->store->damaged, 1);
            break;
        }
    }
    lesson->kept = lesson->count > 0 && lesson_hash(lesson) == id.table;
    if (!lesson->kept)
        lesson_release(lesson);
}

static void load_table(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                       struct prover *prover)
{
    struct strategies_key key = strategies_key(STRATEGIES_HEAD, &saving->id);
    MDB_val own = {key.size, key.bytes}, data;
    if (mdb_get(txn, dbi, &own, &data) != 0)
        return;
    if (!strategies_is_sound(&saving->shape, &own, &data, NULL)) {
        atomic_fetch_add(&saving->store->damaged, 1);
        return;
    }
    strategies_read_head(&saving->shape, &own, &data, prover, &saving->head);
    saving->id.table = saving->head.table;
    if (!load_chunks(saving, txn, dbi, prover))
        prover->query_count = 0;
    load_lesson(saving, txn, dbi, prover);
    if (prover->proofs < saving->head.proofs)
        prover->proofs = saving->head.proofs;
}

static void load_prover(struct persistence *persistence, const struct graph *graph,
                        enum colour attacker, struct prover *prover)
{
    struct store *store = (struct store *)persistence;
    struct prover_saving saving;
    MDB_txn *txn = NULL;
    MDB_dbi dbi;
    if (store->env == NULL || !atomic_load(&store->made) ||
        saving_begin(&saving, store, graph, attacker, prover) < 0)
        return;
    /* A handle that is opened here is closed with the transaction. */
    pthread_mutex_lock(&store->dbi_lock);
    if (look_begin(store, &txn) == 0) {
        if (mdb_dbi_open(txn, saving.name, 0, &dbi) == 0)
            load_table(&saving, txn, dbi, prover);
        look_end(store, txn);
    }
    pthread_mutex_unlock(&store->dbi_lock);
}

void strategies_init(struct store *store)
{
    store->persistence.load_prover = load_prover;
    store->persistence.save_prover = save_prover;
}
