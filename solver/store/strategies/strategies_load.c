/* Loading the tables of provers. */
#include "store/strategies/saving.h"

#include <stdlib.h>
#include <string.h>

#include "store/handle/look.h"

/* Of so many states a table with as much room as the one that was saved takes so many at least. A
 * query may get a smaller table than before where the memory is the same. */
#define ROOMY_PART(states) ((states) / 8 * 7)

int strategies_begin(struct prover_saving *saving, struct store *store, const struct graph *graph,
                     enum colour attacker, const struct prover *prover)
{
    size_t head = strlen(DB_STRATEGIES);
    *saving = (struct prover_saving){.store = store, .prover = prover};
    memcpy(saving->name, DB_STRATEGIES, head);
    strategies_name(graph, prover, saving->name + head);
    saving->id.attacker = attacker;
    saving->id.margin = prover->margin;
    return strategies_shape(saving->name + head, &saving->shape);
}

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

/* Counts a record that could not be taken, unless it is sound: there was no memory then, or no
 * place for it. Returns whether it is. */
static bool is_sound_though(struct prover_saving *saving, const MDB_val *key, const MDB_val *data)
{
    bool sound = strategies_is_sound(&saving->shape, key, data, NULL);
    if (!sound)
        atomic_fetch_add(&saving->store->damaged, 1);
    return sound;
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
            is_sound_though(saving, &own, &data);
            break;
        }
    }
    lesson->kept = lesson->count > 0 && lesson_hash(lesson) == id.table;
    if (!lesson->kept)
        lesson_release(lesson);
}

/* What is not all of the weights is none of them: it learns again. So it does where they are those
 * of more windows than there is memory for. */
static void load_weights(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                         struct prover *prover)
{
    const struct strategies_head *head = &saving->head;
    struct estimate *estimate = &prover->estimate;
    struct strategies_id id = saving->id;
    size_t place = 0;
    id.table = head->weights;
    for (id.chunk = 0; head->weights != 0 && place < estimate_weights(estimate); id.chunk++) {
        struct strategies_key key = strategies_key(STRATEGIES_WEIGHTS, &id);
        MDB_val own = {key.size, key.bytes}, data;
        if (mdb_get(txn, dbi, &own, &data) != 0)
            break;
        if (!strategies_read_weights(&saving->shape, &own, &data, estimate, &place)) {
            if (is_sound_though(saving, &own, &data) && prover->entry_room > prover->entry_main / 2)
                atomic_store(&saving->store->learns_again, true);
            break;
        }
    }
    memcpy(estimate->base, head->base, sizeof(head->base));
    estimate->games = head->games;
    estimate->start = head->start;
    if (head->weights != 0 && estimate_hash(estimate) == head->weights) {
        prover->kept_weights = head->weights;
        prover->kept_games = head->games;
        prover->kept_start = head->start;
    } else {
        estimate_forget(estimate);
    }
}

/* Of a path that is missing or not sound nothing is known. */
static void load_paths(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                       struct prover *prover)
{
    const struct strategies_head *head = &saving->head;
    struct halted halted = {.name = head->halted, .nodes = head->halted_nodes};
    if (head->paths > HALTED_THREADS_MOST)
        return;
    halted.paths = calloc(head->paths + 1, sizeof(*halted.paths));
    if (halted.paths == NULL)
        return;
    for (; halted.path_count < head->paths; halted.path_count++) {
        saving->id.chunk = (uint32_t)halted.path_count;
        struct strategies_key key = strategies_key(STRATEGIES_PATH, &saving->id);
        MDB_val own = {key.size, key.bytes}, data;
        if (mdb_get(txn, dbi, &own, &data) != 0)
            break;
        if (!strategies_read_path(&saving->shape, &own, &data, &halted.paths[halted.path_count])) {
            atomic_fetch_add(&saving->store->damaged, 1);
            break;
        }
    }
    halted_release(&prover->halted);
    prover->halted = halted;
}

/* Finds the number of the draft that is there. Returns false if there is none. */
static bool find_draft(const struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                       uint64_t *ret_number)
{
    const struct strategies_id first = {saving->id.attacker, saving->id.margin, 0, 0};
    struct strategies_key from = strategies_key(STRATEGIES_DRAFT, &first);
    MDB_val key = {from.size, from.bytes}, data;
    MDB_cursor *cursor;
    if (mdb_cursor_open(txn, dbi, &cursor) != 0)
        return false;
    bool found = mdb_cursor_get(cursor, &key, &data, MDB_SET_RANGE) == 0 &&
                 key.mv_size == from.size && memcmp(key.mv_data, from.bytes, from.size - 12) == 0;
    if (found)
        *ret_number = strategies_key_number(&key);
    mdb_cursor_close(cursor);
    return found;
}

/* Reads what there is under a number. Returns false if there is no memory for it. */
static bool read_replies(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                         enum strategies_kind kind, uint64_t number, struct strategy_draft *draft)
{
    struct strategies_id id = saving->id;
    id.table = number;
    for (id.chunk = 0;; id.chunk++) {
        struct strategies_key key = strategies_key(kind, &id);
        MDB_val own = {key.size, key.bytes}, data;
        if (mdb_get(txn, dbi, &own, &data) != 0)
            return true;
        if (!strategies_read_draft(&saving->shape, &own, &data, draft))
            return !is_sound_though(saving, &own, &data);
    }
}

/* What is not the whole draft is none; but where there is no memory for it the store keeps it. */
static void load_draft(struct prover_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                       struct prover *prover)
{
    struct strategy_draft *draft = &prover->draft;
    struct strategies_id id = saving->id;
    if (!find_draft(saving, txn, dbi, &id.table))
        return;
    draft->in_store = true;
    if (!read_replies(saving, txn, dbi, STRATEGIES_DRAFT, id.table, draft))
        draft_clear(draft);
    else if (draft_hash(draft) != id.table)
        draft_drop(draft);
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
    checkpoint_open(prover, saving->head.entries);
    if (!load_chunks(saving, txn, dbi, prover))
        prover->query_count = 0;
    else
        prover->table_larger = prover->entry_count < ROOMY_PART(saving->head.states) &&
                               prover->entry_main < saving->head.states;
    if (prover->table_larger)
        atomic_store(&saving->store->lacks_room, true);
    load_lesson(saving, txn, dbi, prover);
    load_weights(saving, txn, dbi, prover);
    load_draft(saving, txn, dbi, prover);
    load_paths(saving, txn, dbi, prover);
    if (prover->proofs < saving->head.proofs)
        prover->proofs = saving->head.proofs;
}

/* Begins to read the tables of a query, if there are any; else NULL. A handle that is opened here
 * is closed with the transaction. */
static MDB_txn *begin_loading(const struct prover_saving *saving, MDB_dbi *ret_dbi)
{
    struct store *store = saving->store;
    MDB_txn *txn = NULL;
    if (store->env == NULL || !atomic_load(&store->made))
        return NULL;
    pthread_mutex_lock(&store->dbi_lock);
    if (look_begin(store, &txn) == 0) {
        if (mdb_dbi_open(txn, saving->name, 0, ret_dbi) == 0)
            return txn;
        look_end(store, txn);
    }
    pthread_mutex_unlock(&store->dbi_lock);
    return NULL;
}

static void end_loading(struct store *store, MDB_txn *txn)
{
    look_end(store, txn);
    pthread_mutex_unlock(&store->dbi_lock);
}

void strategies_load(struct persistence *persistence, const struct graph *graph,
                     enum colour attacker, struct prover *prover)
{
    struct store *store = (struct store *)persistence;
    struct prover_saving saving;
    MDB_dbi dbi;
    if (strategies_begin(&saving, store, graph, attacker, prover) < 0)
        return;
    MDB_txn *txn = begin_loading(&saving, &dbi);
    if (txn == NULL)
        return;
    load_table(&saving, txn, dbi, prover);
    end_loading(store, txn);
}

bool strategies_load_made(struct persistence *persistence, const struct graph *graph,
                          enum colour attacker, const struct prover *prover, uint64_t name,
                          struct strategy_draft *ret_strategy)
{
    struct store *store = (struct store *)persistence;
    struct strategy_draft made = {0};
    struct prover_saving saving;
    MDB_dbi dbi;
    if (strategies_begin(&saving, store, graph, attacker, prover) < 0)
        return false;
    MDB_txn *txn = begin_loading(&saving, &dbi);
    if (txn == NULL)
        return false;
    bool there = read_replies(&saving, txn, dbi, STRATEGIES_MADE, name, &made) && made.count > 0;
    end_loading(store, txn);
    uint64_t hash = made.name;
    made.name = name;
    if (!there || draft_hash(&made) != hash) {
        draft_release(&made);
        return false;
    }
    *ret_strategy = made;
    return true;
}

void strategies_init(struct store *store)
{
    store->persistence.load_prover = strategies_load;
    store->persistence.save_prover = strategies_save;
    store->persistence.load_strategy = strategies_load_made;
    store->persistence.save_strategy = strategies_save_made;
}
