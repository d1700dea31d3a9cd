/* Saving where a run was stopped, and loading it. */
#include "store/halts/halts_save.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "store/file/environment.h"
#include "store/file/head.h"
#include "store/halts/halts_record.h"
#include "store/handle/look.h"
#include "store/handle/transaction.h"

/* Open nodes that are saved, at most: so many, and this part of the memory. */
#define NODES_MOST ((size_t)1 << 20)
#define MEMORY_PART 64
#define NODE_BYTES 16

struct halt_saving {
    const struct subtable *table;
    const struct search *search;
    bool done;
    unsigned least; /* as numbers_size() has it: what is smaller is left out */
};

static void name_database(const struct subtable *table, char name[DATABASE_NAME_MAX])
{
    snprintf(name, DATABASE_NAME_MAX, "%s%s", DB_HALTS, table->name);
}

/* --- saving --- */

/* About how much was searched below a node: the digits of its numbers. */
static unsigned numbers_size(struct dfpn_numbers numbers)
{
    uint64_t sum = (uint64_t)numbers.proof + numbers.disproof;
    return sum == 0 ? 0 : 64 - (unsigned)__builtin_clzll(sum);
}

/* Reads the i-th entry of the table. Returns false if there is none. */
static bool read_entry(const struct search *search, size_t i, uint64_t *ret_hash,
                       struct dfpn_numbers *ret_numbers)
{
    const struct dfpn_entry *entry = &search->numbers.entries[i];
    uint64_t packed = atomic_load_explicit(&entry->packed, memory_order_relaxed);
    *ret_hash = atomic_load_explicit(&entry->mixed, memory_order_relaxed) ^ packed;
    *ret_numbers = (struct dfpn_numbers){(uint32_t)(packed >> 32), (uint32_t)packed};
    return packed != 0;
}

static size_t count_places(const struct search *search)
{
    return search->numbers.entries != NULL ? search->numbers.mask + 1 : 0;
}

/* Returns the least size of nodes that are saved. */
static unsigned find_least(const struct search *search)
{
    size_t counts[40] = {0}, sum = 0, most = search->limits.max_bytes / MEMORY_PART / NODE_BYTES;
    unsigned least = sizeof(counts) / sizeof(counts[0]);
    uint64_t hash;
    struct dfpn_numbers numbers;
    if (search->limits.max_bytes == 0 || most > NODES_MOST)
        most = NODES_MOST;
    for (size_t i = 0; i < count_places(search); i++)
        if (read_entry(search, i, &hash, &numbers))
            counts[numbers_size(numbers)]++;
    while (least > 0 && sum + counts[least - 1] <= most)
        sum += counts[--least];
    return least;
}

static int put_value(const struct halt_saving *saving, MDB_txn *txn, MDB_dbi dbi, uint32_t chunk,
                     struct bytes *value)
{
    uint8_t key[HALT_KEY];
    halts_key(saving->search->halt->root, chunk, key);
    halts_seal(&saving->table->shape, key, value);
    MDB_val own = {sizeof(key), key}, data = {value->size, value->data};
    int r = value->failed ? ENOMEM : mdb_put(txn, dbi, &own, &data, 0);
    value->size = 0;
    return r;
}

static int put_nodes(const struct halt_saving *saving, MDB_txn *txn, MDB_dbi dbi,
                     struct bytes *value, uint32_t *ret_chunks)
{
    const struct search *search = saving->search;
    size_t in_chunk = 0, places = count_places(search);
    uint64_t hash;
    struct dfpn_numbers numbers;
    int r = 0;
    *ret_chunks = 1; /* the head */
    for (size_t i = 0; i < places && r == 0; i++) {
        if (!read_entry(search, i, &hash, &numbers) || numbers_size(numbers) < saving->least)
            continue;
        halts_put_node(value, hash, numbers);
        if (++in_chunk == HALT_CHUNK_NODES) {
            r = put_value(saving, txn, dbi, (*ret_chunks)++, value);
            in_chunk = 0;
        }
    }
    return r == 0 && in_chunk > 0 ? put_value(saving, txn, dbi, (*ret_chunks)++, value) : r;
}

/* Deletes the root's chunks from this one on. */
static int delete_from(const struct halt_saving *saving, MDB_txn *txn, MDB_dbi dbi, uint32_t chunk)
{
    uint8_t first[HALT_KEY];
    MDB_cursor *cursor;
    MDB_val key = {sizeof(first), first}, data;
    halts_key(saving->search->halt->root, chunk, first);
    int r = mdb_cursor_open(txn, dbi, &cursor);
    if (r != 0)
        return r;
    r = mdb_cursor_get(cursor, &key, &data, MDB_SET_RANGE);
    while (r == 0 && key.mv_size == sizeof(first) && memcmp(key.mv_data, first, STORE_KEY) == 0)
        r = environment_delete_here(cursor, &key, &data);
    mdb_cursor_close(cursor);
    return r == MDB_NOTFOUND ? 0 : r;
}

static int put_halt(const struct halt_saving *saving, MDB_txn *txn, MDB_dbi dbi)
{
    struct bytes value = {0};
    uint32_t chunks;
    int r = put_nodes(saving, txn, dbi, &value, &chunks);
    if (r == 0) {
        halts_put_head(&value, &saving->search->halt->left, chunks);
        r = put_value(saving, txn, dbi, 0, &value);
    }
    bytes_release(&value);
    return r == 0 ? delete_from(saving, txn, dbi, chunks) : r;
}

/* All in one transaction: a reader never meets chunks of two runs. */
static int write_halt(struct transaction *transaction, void *arg)
{
    const struct halt_saving *saving = arg;
    char name[DATABASE_NAME_MAX];
    MDB_dbi dbi;
    name_database(saving->table, name);
    int r = mdb_dbi_open(transaction->txn, name, 0, &dbi);
    if (r == MDB_NOTFOUND && saving->done)
        return 0;
    if (r == MDB_NOTFOUND)
        r = mdb_dbi_open(transaction->txn, name, MDB_CREATE, &dbi);
    if (r == 0 && !saving->done)
        r = head_raise(transaction->txn, STORE_FORMAT_HALTS);
    if (r != 0)
        return r;
    return saving->done ? delete_from(saving, transaction->txn, dbi, 0)
                        : put_halt(saving, transaction->txn, dbi);
}

void halts_save(struct store *store, const struct subtable *table, const struct search *search,
                bool done)
{
    const struct halt *halt = search->halt;
    struct halt_saving saving = {.table = table, .search = search, .done = done};
    if (halt == NULL || store->read_only || store->reading || store->env == NULL ||
        atomic_load(&store->persistence.failed))
        return;
    if (done ? halt->from.round.name == 0 : !halt_is_new(halt))
        return;
    if (!done)
        saving.least = find_least(search);
    int r = transaction_run(store, true, write_halt, &saving);
    if (r != 0 && r != ENVIRONMENT_HELD) /* else the next time, or never: it proves nothing */
        handle_fail(store, "cannot write", r);
}

/* --- loading --- */

/* A chunk that is missing or not sound is as if its nodes were forgotten. */
static void load_chunks(struct store *store, const struct subtable *table, MDB_txn *txn,
                        MDB_dbi dbi, struct search *search)
{
    struct halt *halt = search->halt;
    uint32_t chunks = 1;
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        uint8_t own[HALT_KEY];
        halts_key(halt->root, chunk, own);
        MDB_val key = {sizeof(own), own}, data;
        if (mdb_get(txn, dbi, &key, &data) != 0)
            return;
        bool sound = chunk == 0 ? halts_read_head(&table->shape, &key, &data, &halt->from, &chunks)
                                : halts_read_nodes(&table->shape, &key, &data, search);
        if (!sound)
            atomic_fetch_add(&store->damaged, 1);
    }
}

void halts_load(struct store *store, const struct subtable *table, struct search *search)
{
    char name[DATABASE_NAME_MAX];
    MDB_txn *txn = NULL;
    MDB_dbi dbi;
    if (store->env == NULL || !atomic_load(&store->made))
        return;
    name_database(table, name);
    /* A handle that is opened here is closed with the transaction. */
    pthread_mutex_lock(&store->dbi_lock);
    if (look_begin(store, &txn) == 0) {
        if (mdb_dbi_open(txn, name, 0, &dbi) == 0)
            load_chunks(store, table, txn, dbi, search);
        look_end(store, txn);
    }
    pthread_mutex_unlock(&store->dbi_lock);
}
