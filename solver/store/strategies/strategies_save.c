/* Keeping the tables of provers. */
#include "store/strategies/saving.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "store/file/drawn.h"
#include "store/file/environment.h"
#include "store/file/head.h"
#include "store/handle/look.h"
#include "store/handle/transaction.h"

/* Bytes to a transaction: LMDB keeps its dirty pages in memory. */
#define BATCH_BYTES ((size_t)4 << 20)

static int open_database(struct transaction *transaction, const struct prover_saving *saving,
                         MDB_dbi *ret_dbi)
{
    const char *name = saving->name;
    int r = mdb_dbi_open(transaction->txn, name, 0, ret_dbi);
    if (r != MDB_NOTFOUND)
        return r;
    r = mdb_dbi_open(transaction->txn, name, MDB_CREATE, ret_dbi);
    bool living = saving->prover->rules.living;
    return r == 0
               ? head_raise(transaction->txn, living ? STORE_FORMAT_MADE : STORE_FORMAT_STRATEGIES)
               : r;
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
    bool of_lesson = saving->what == STRATEGIES_LESSON;
    if (of_lesson ? saving->place == lesson->count : !checkpoint_next(&saving->states, &state))
        return false;
    if (of_lesson)
        strategies_put_lesson(&saving->chunk, &saving->shape, &lesson->states[saving->place++]);
    else
        strategies_put_state(&saving->chunk, &saving->shape, &state);
    saving->head.states++;
    return true;
}

/* The next states, weights or replies as a chunk; empty if there are none. */
static void fill_chunk(struct prover_saving *saving)
{
    saving->chunk.size = 0;
    if (saving->what == STRATEGIES_WEIGHTS) {
        strategies_put_weights(&saving->chunk, &saving->prover->estimate, &saving->place);
        return;
    }
    if (saving->what == STRATEGIES_DRAFT) {
        const struct strategy_draft *draft = &saving->prover->draft;
        strategies_put_draft(&saving->chunk, draft, draft->name, &saving->place);
        return;
    }
    if (saving->what == STRATEGIES_MADE) {
        strategies_put_draft(&saving->chunk, saving->strategy, draft_hash(saving->strategy),
                             &saving->place);
        return;
    }
    for (int n = 0; n < STRATEGIES_CHUNK_STATES && put_next(saving); n++)
        continue;
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
        r = put(saving, transaction->txn, dbi, saving->what, &saving->chunk);
    }
    return r;
}

/* Chunks of other tables, or other lessons, of the same query. */
static int delete_others(const struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                         enum strategies_kind kind)
{
    const struct strategies_id first = {saving->id.attacker, saving->id.margin, 0, 0};
    struct strategies_key from = strategies_key(kind, &first);
    struct strategies_key own = strategies_key(kind, &saving->id);
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

/* Chunks of a strategy that was made, where the one that is saved now has fewer. */
static int delete_rest(const struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi)
{
    struct strategies_id id = saving->id;
    int r = 0;
    for (id.chunk = saving->head.chunks; r == 0; id.chunk++) {
        struct strategies_key key = strategies_key(STRATEGIES_MADE, &id);
        MDB_val own = {key.size, key.bytes};
        r = mdb_del(txn, dbi, &own, NULL);
    }
    return r == MDB_NOTFOUND ? 0 : r;
}

static int write_paths(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi)
{
    const struct halted *halted = &saving->prover->halted;
    int r = 0;
    for (saving->id.chunk = 0; r == 0 && saving->id.chunk < halted->path_count;
         saving->id.chunk++) {
        saving->chunk.size = 0;
        strategies_put_path(&saving->chunk, &saving->shape, &halted->paths[saving->id.chunk]);
        r = put(saving, txn, dbi, STRATEGIES_PATH, &saving->chunk);
    }
    return r;
}

/* The least format that allows what is saved beside the table. */
static uint32_t format_of(const struct prover_saving *saving)
{
    if (saving->what == STRATEGIES_MADE)
        return STORE_FORMAT_MADE;
    if (saving->what != STRATEGIES_DRAFT)
        return STORE_FORMAT_LESSONS;
    return saving->prover->draft.anew > 0 ? STORE_FORMAT_ANEW : STORE_FORMAT_DRAFTS;
}

static int write_head(struct prover_saving *saving, struct transaction *transaction, MDB_dbi dbi)
{
    MDB_txn *txn = transaction->txn;
    if (saving->what != STRATEGIES_CHUNK) {
        int r = saving->what == STRATEGIES_MADE ? delete_rest(saving, txn, dbi)
                                                : delete_others(saving, txn, dbi, saving->what);
        return r == 0 ? head_raise(txn, format_of(saving)) : r;
    }
    int r = write_paths(saving, txn, dbi);
    saving->chunk.size = 0;
    strategies_put_head(&saving->chunk, &saving->shape, &saving->head, saving->prover);
    if (r == 0)
        r = put(saving, txn, dbi, STRATEGIES_HEAD, &saving->chunk);
    if (r == 0)
        r = delete_others(saving, txn, dbi, STRATEGIES_CHUNK);
    if (r == 0)
        r = delete_others(saving, txn, dbi, STRATEGIES_PATH);
    return r == 0 ? head_raise(txn, STORE_FORMAT_PATHS) : r;
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
    int r = open_database(transaction, saving, &dbi);
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

/* Writes what is no part of the table itself, under a number. */
static int write_once(const struct prover_saving *table, enum strategies_kind what, uint64_t number)
{
    struct prover_saving saving = *table;
    saving.what = what;
    saving.id.table = number;
    saving.head.chunks = 0;
    saving.chunk = (struct bytes){0}; /* the table's is its own */
    int r = write_table(&saving);
    bytes_release(&saving.chunk);
    return r;
}

static int write_lesson(const struct prover_saving *table, struct prover *prover)
{
    if (prover->lesson.count == 0)
        return 0;
    int r = write_once(table, STRATEGIES_LESSON, checkpoint_lesson(prover));
    if (r != 0)
        return r;
    prover->lesson.kept = true;
    lesson_release(&prover->lesson);
    return 0;
}

static int write_weights(const struct prover_saving *table, struct prover *prover)
{
    const struct estimate *estimate = &prover->estimate;
    if (prover_weights_are_kept(prover))
        return 0;
    uint64_t number = estimate_hash(estimate);
    int r = write_once(table, STRATEGIES_WEIGHTS, number);
    if (r != 0)
        return r;
    prover->kept_weights = number;
    prover->kept_games = estimate->games;
    prover->kept_start = estimate->start;
    return 0;
}

/* Where the draft is of no use any more the one that is there is deleted. */
static int write_draft(const struct prover_saving *table, struct prover *prover)
{
    struct strategy_draft *draft = &prover->draft;
    bool there = draft->count > 0;
    if (!draft->is_new || (!there && !draft->in_store))
        return 0;
    int r = write_once(table, STRATEGIES_DRAFT, there ? draft_hash(draft) : 0);
    if (r != 0)
        return r;
    draft->is_new = false;
    draft->in_store = there;
    return 0;
}

static int write_all(struct prover_saving *saving, struct prover *prover)
{
    int r = write_lesson(saving, prover);
    r = r == 0 ? write_weights(saving, prover) : r;
    saving->head.weights = prover->estimate.games > 0 ? prover->kept_weights : 0;
    saving->head.games = prover->estimate.games;
    saving->head.start = prover->estimate.start;
    memcpy(saving->head.base, prover->estimate.base, sizeof(saving->head.base));
    return r == 0 ? write_table(saving) : r;
}

/* May be written to at all: what is said of failures is up to the callers. */
static bool may_write(const struct store *store)
{
    return !store->read_only && !store->reading && store->env != NULL &&
           !atomic_load(&store->persistence.failed);
}

static void tell(struct store *store, int r)
{
    if (r != 0 && r != ENVIRONMENT_HELD) /* else the next time, or never: it proves nothing */
        handle_fail(store, "cannot write", r);
}

void strategies_save_made(struct persistence *persistence, const struct graph *graph,
                          enum colour attacker, const struct prover *prover,
                          const struct strategy_draft *strategy)
{
    struct store *store = (struct store *)persistence;
    struct prover_saving saving;
    if (!may_write(store) || strategies_begin(&saving, store, graph, attacker, prover) < 0)
        return;
    saving.strategy = strategy;
    tell(store, write_once(&saving, STRATEGIES_MADE, strategy->name));
}

void strategies_save(struct persistence *persistence, const struct graph *graph,
                     enum colour attacker, struct prover *prover)
{
    struct store *store = (struct store *)persistence;
    struct prover_saving saving;
    if (prover->table_larger || !may_write(store) ||
        strategies_begin(&saving, store, graph, attacker, prover) < 0)
        return;
    checkpoint_begin(&saving.states, prover);
    /* Another process may be writing a table of the same query. */
    saving.id.table = saving.head.table = drawn_number();
    saving.head.proofs = prover->proofs;
    saving.head.entries = prover->entry_used;
    saving.head.halted = prover->halted.name;
    saving.head.halted_nodes = prover->halted.nodes;
    saving.head.paths = (uint32_t)prover->halted.path_count;
    int r = prover->table_kept ? 0 : write_all(&saving, prover);
    r = r == 0 ? write_draft(&saving, prover) : r;
    tell(store, r);
    bytes_release(&saving.chunk);
}
