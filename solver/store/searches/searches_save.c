/* Saving searches under rules that remove cycles, and loading them (search/persistence.h). */
#include "store/searches/searches.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "store/file/drawn.h"
#include "store/file/environment.h"
#include "store/file/head.h"
#include "store/handle/capacity.h"
#include "store/handle/identity.h"
#include "store/handle/look.h"
#include "store/handle/transaction.h"

/* Bytes of a chunk, about. */
#define CHUNK_BYTES ((size_t)64 << 10)
/* Chunks to a transaction: LMDB keeps its dirty pages in memory. */
#define BATCH_CHUNKS 64
/* Chunks between two looks at how much of the file is mapped. */
#define TRIM_CHUNKS 64

/* A search being saved, or loaded. */
struct searching {
    struct store *store;
    struct cycle_search *search;
    char name[DATABASE_NAME_MAX];
    struct record_shape shape;
    struct searches_head head;
    struct bytes chunk;      /* that is being filled */
    enum searches_kind kind; /* of the chunks at hand */
    struct {
        struct searches_key key;
        struct bytes value;
    } batch[BATCH_CHUNKS]; /* that are to be written */
    size_t batch_count;
    bool last; /* the head is in the batch */
    int error; /* why it ended; 0 */
};

static int searching_begin(struct searching *searching, struct store *store,
                           const struct game *game, struct cycle_search *search)
{
    size_t prefix = strlen(DB_SEARCHES);
    memset(searching, 0, sizeof(*searching));
    searching->store = store;
    searching->search = search;
    memcpy(searching->name, DB_SEARCHES, prefix);
    identity_name(game->graph, &game->rules, searching->name + prefix);
    return identity_shape(searching->name + prefix, &searching->shape);
}

static void searching_end(struct searching *searching)
{
    bytes_release(&searching->chunk);
    for (size_t i = 0; i < BATCH_CHUNKS; i++)
        bytes_release(&searching->batch[i].value);
}

/* --- saving --- */

/* Deletes the chunks of other numbers. */
static int delete_others(const struct searching *searching, MDB_txn *txn, MDB_dbi dbi)
{
    struct searches_key own = searches_key(SEARCHES_LEMMAS, searching->head.number, 0);
    size_t number = 8;
    MDB_cursor *cursor;
    MDB_val key, data;
    int r = mdb_cursor_open(txn, dbi, &cursor);
    if (r != 0)
        return r;
    r = mdb_cursor_get(cursor, &key, &data, MDB_FIRST);
    while (r == 0) {
        const uint8_t *bytes = key.mv_data;
        if (key.mv_size == own.size && memcmp(bytes + 1, own.bytes + 1, number) != 0)
            r = environment_delete_here(cursor, &key, &data);
        else
            r = mdb_cursor_get(cursor, &key, &data, MDB_NEXT);
    }
    mdb_cursor_close(cursor);
    return r == MDB_NOTFOUND ? 0 : r;
}

/* Writes the batch. It may be called again, with the same batch. */
static int write_batch(struct transaction *transaction, void *arg)
{
    struct searching *searching = arg;
    MDB_txn *txn = transaction->txn;
    MDB_dbi dbi;
    int r = mdb_dbi_open(txn, searching->name, 0, &dbi);
    if (r == MDB_NOTFOUND) {
        r = mdb_dbi_open(txn, searching->name, MDB_CREATE, &dbi);
        if (r == 0)
            r = head_raise(txn, STORE_FORMAT_SEARCHES);
    }
    for (size_t i = 0; i < searching->batch_count && r == 0; i++) {
        struct searches_key *key = &searching->batch[i].key;
        struct bytes *value = &searching->batch[i].value;
        MDB_val own = {key->size, key->bytes}, data = {value->size, value->data};
        r = mdb_put(txn, dbi, &own, &data, 0);
    }
    return r == 0 && searching->last ? delete_others(searching, txn, dbi) : r;
}

static void flush(struct searching *searching)
{
    if (searching->error == 0 && searching->batch_count > 0)
        searching->error = transaction_run(searching->store, true, write_batch, searching);
    for (size_t i = 0; i < searching->batch_count; i++)
        searching->batch[i].value.size = 0;
    searching->batch_count = 0;
}

/* Puts the record that is ready into the batch, which then has its memory. */
static void add_to_batch(struct searching *searching, struct searches_key key)
{
    struct bytes *value = &searching->batch[searching->batch_count].value;
    struct bytes taken = *value;
    searches_seal(&searching->chunk, &searching->shape, &key);
    if (searching->chunk.failed)
        searching->error = ENOMEM;
    searching->batch[searching->batch_count++].key = key;
    *value = searching->chunk;
    taken.size = 0;
    searching->chunk = taken;
    if (searching->batch_count == BATCH_CHUNKS)
        flush(searching);
}

static void end_chunk(struct searching *searching)
{
    struct searches_head *head = &searching->head;
    if (searching->chunk.size > 0)
        add_to_batch(searching,
                     searches_key(searching->kind, head->number, head->chunks[searching->kind]++));
}

/* Something was added to the chunk. Returns 0, or why the saving is to end. */
static int added(struct searching *searching)
{
    searching->head.counts[searching->kind]++;
    if (searching->chunk.size >= CHUNK_BYTES)
        end_chunk(searching);
    return searching->error;
}

static int add_lemma(void *arg, const struct cycle_lemma *lemma)
{
    struct searching *searching = arg;
    searches_put_lemma(&searching->chunk, &searching->shape, lemma);
    return added(searching);
}

static void add_lemmas(struct searching *searching)
{
    searching->kind = SEARCHES_LEMMAS;
    int r = cycle_lemmas_visit(&searching->search->lemmas, add_lemma, searching);
    if (r == -ENOMEM)
        searching->error = ENOMEM;
    end_chunk(searching);
}

static void add_numbers(struct searching *searching)
{
    const struct dfpn_table *table = &searching->search->numbers;
    searching->kind = SEARCHES_NUMBERS;
    for (size_t i = 0; table->entries != NULL && i <= table->mask && searching->error == 0; i++) {
        uint64_t name;
        struct dfpn_numbers numbers;
        if (!dfpn_table_at(table, i, &name, &numbers))
            continue;
        searches_put_numbers(&searching->chunk, name, numbers);
        added(searching);
    }
    end_chunk(searching);
}

static void add_situations(struct searching *searching)
{
    struct cycle_situations *situations = searching->search->game.situations;
    uint32_t count = cycle_situations_count(situations);
    searching->kind = SEARCHES_SITUATIONS;
    if (count == 0 && searching->error == 0)
        searching->error = ENOMEM;
    for (uint32_t i = 0; i < count && searching->error == 0; i++) {
        int score = 0;
        bool scored = cycle_situations_known_score(situations, i, &score);
        searches_put_situation(&searching->chunk, &searching->shape,
                               cycle_situations_at(situations, i), scored, score);
        added(searching);
    }
    end_chunk(searching);
}

static void save_cycles(struct persistence *persistence, const struct game *game,
                        struct cycle_search *search)
{
    struct store *store = (struct store *)persistence;
    struct searching searching;
    if (store->read_only || store->reading || store->env == NULL ||
        atomic_load(&persistence->failed) || searching_begin(&searching, store, game, search) < 0)
        return;
    /* Another process may be saving a search of the same board. */
    searching.head.number = drawn_number();
    searching.head.root = search->saving.owner;
    add_lemmas(&searching);
    if (search->saving.owner != 0)
        add_numbers(&searching);
    add_situations(&searching); /* last, so that those of all lemmas are there */
    searching.last = true;      /* with the chunks that are left */
    searches_put_head(&searching.chunk, &searching.head);
    add_to_batch(&searching, searches_key(SEARCHES_HEAD, 0, 0));
    flush(&searching);
    /* Without memory for it nothing is saved; while another process writes, the next time. */
    if (searching.error != 0 && searching.error != ENOMEM && searching.error != ENVIRONMENT_HELD)
        handle_fail(store, "cannot write", searching.error);
    searching_end(&searching);
}

/* --- loading --- */

static bool take_situation(void *arg, const struct cycle_situation *situation, bool scored,
                           int score)
{
    struct searching *searching = arg;
    return cycle_checkpoint_add_situation(searching->search, situation, scored, score);
}

static bool take_lemma(void *arg, struct cycle_lemma *lemma)
{
    struct searching *searching = arg;
    return cycle_checkpoint_add_lemma(searching->search, lemma);
}

static bool take_numbers(void *arg, uint64_t name, struct dfpn_numbers numbers)
{
    struct searching *searching = arg;
    cycle_checkpoint_add_numbers(searching->search, name, numbers);
    return true;
}

/* Takes in a chunk. Returns whether it is sound. */
static bool load_chunk(struct searching *searching, const MDB_val *key, const MDB_val *data,
                       uint64_t *ret_count)
{
    const struct searches_taker taker = {take_situation, take_lemma, take_numbers, searching};
    bool sound = searches_read_chunk(&searching->shape, key, data, &taker, ret_count);
    if (!sound)
        atomic_fetch_add(&searching->store->damaged, 1);
    return sound;
}

/* Takes in the chunks of a kind that are there: what the head says of how many is only compared.
 * Returns whether all of them are there and sound. */
static bool load_chunks(struct searching *searching, MDB_txn *txn, MDB_dbi dbi,
                        enum searches_kind kind)
{
    const struct searches_head *head = &searching->head;
    struct searches_key first = searches_key(kind, head->number, 0);
    MDB_val key = {first.size, first.bytes}, data;
    MDB_cursor *cursor;
    uint64_t total = 0, chunks = 0;
    bool whole = true;
    if (mdb_cursor_open(txn, dbi, &cursor) != 0)
        return false;
    int r = mdb_cursor_get(cursor, &key, &data, MDB_SET_RANGE);
    for (; r == 0 && key.mv_size == first.size &&
           memcmp(key.mv_data, first.bytes, SEARCHES_KEY_NUMBER_END) == 0;
         r = mdb_cursor_get(cursor, &key, &data, MDB_NEXT)) {
        uint64_t count = 0;
        whole = load_chunk(searching, &key, &data, &count) && whole;
        if (!whole && kind == SEARCHES_SITUATIONS)
            break;
        total += count;
        if (chunks++ % TRIM_CHUNKS == 0)
            capacity_trim(searching->store);
    }
    mdb_cursor_close(cursor);
    return whole && chunks == head->chunks[kind] && total == head->counts[kind];
}

/* Without all situations nothing is of use. A lemma or a proof number that is missing is as if it
 * had not been found. Returns whether something is there. */
static bool load_search(struct searching *searching, MDB_txn *txn, MDB_dbi dbi)
{
    struct cycle_search *search = searching->search;
    struct searches_key key = searches_key(SEARCHES_HEAD, 0, 0);
    MDB_val own = {key.size, key.bytes}, data;
    if (mdb_get(txn, dbi, &own, &data) != 0)
        return true;
    if (!searches_is_sound(&searching->shape, &own, &data, NULL, NULL)) {
        atomic_fetch_add(&searching->store->damaged, 1);
        return true;
    }
    searches_read_head(&searching->shape, &own, &data, &searching->head);
    if (!load_chunks(searching, txn, dbi, SEARCHES_SITUATIONS))
        return false;
    load_chunks(searching, txn, dbi, SEARCHES_LEMMAS);
    load_chunks(searching, txn, dbi, SEARCHES_NUMBERS);
    search->saving.stored_root = searching->head.root;
    return true;
}

static int load_cycles(struct persistence *persistence, const struct game *game,
                       struct cycle_search *search)
{
    struct store *store = (struct store *)persistence;
    struct searching searching;
    bool good = true;
    MDB_txn *txn = NULL;
    MDB_dbi dbi;
    if (store->env == NULL || !atomic_load(&store->made) ||
        searching_begin(&searching, store, game, search) < 0)
        return 0;
    /* A handle that is opened here is closed with the transaction. */
    pthread_mutex_lock(&store->dbi_lock);
    if (look_begin(store, &txn) == 0) {
        if (mdb_dbi_open(txn, searching.name, 0, &dbi) == 0)
            good = load_search(&searching, txn, dbi);
        look_end(store, txn);
    }
    pthread_mutex_unlock(&store->dbi_lock);
    searching_end(&searching);
    return good ? 0 : cycle_checkpoint_forget(search, game);
}

void searches_init(struct store *store)
{
    store->persistence.load_cycles = load_cycles;
    store->persistence.save_cycles = save_cycles;
}
