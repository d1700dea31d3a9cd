/* Chunks on their way to the store and back. */
#include "store/counts/counts.h"

#include <stddef.h>
#include <string.h>

#include "base/clock.h"
#include "store/counts/counts_record.h"
#include "store/handle/capacity.h"
#include "store/handle/look.h"
#include "store/handle/writer.h"

/* A chunk waits so long for a place in the queue. */
#define WAIT_SECONDS 2
/* Chunks between two looks at how much of the file is mapped. */
#define TRIM_CHUNKS 16

static struct store *store_of(struct count_store *counts)
{
    return (struct store *)(void *)((char *)counts - offsetof(struct store, counts));
}

/* --- writing --- */

/* What waits: the class in the first byte, the identity, and what is to be written. */
#define HEAD_BYTES (1 + COUNT_STORE_IDENTITY)

static int put_chunk(struct transaction *transaction, struct pending *item)
{
    const uint8_t *chunk = item->data + HEAD_BYTES;
    size_t size = item->size - HEAD_BYTES;
    struct counts_key key = counts_key(item->data + 1, item->data[0], chunk, size);
    return counts_put(transaction, &key, chunk, size,
                      atomic_load(&transaction->store->counts_rest_on_import));
}

static int drop_class(struct transaction *transaction, struct pending *item)
{
    return counts_drop(transaction, item->data + 1, item->data[0]);
}

static const struct pending_kind chunk_kind = {
    .put = put_chunk, .may_be_dropped = true, .opens_databases = true};
static const struct pending_kind drop_kind = {.put = drop_class, .opens_databases = true};

/* Returns false if the queue is full. */
static bool queue(struct store *store, const struct pending_kind *kind,
                  const uint8_t identity[COUNT_STORE_IDENTITY], unsigned class,
                  const uint8_t *chunk, size_t size)
{
    uint8_t key[STORE_KEY];
    memcpy(key, identity, sizeof(key));
    struct pending *pending = pending_new(kind, NULL, key, HEAD_BYTES + size);
    if (pending == NULL)
        return true; /* without memory it is left out */
    pending->data[0] = (uint8_t) class;
    memcpy(pending->data + 1, identity, COUNT_STORE_IDENTITY);
    if (size > 0)
        memcpy(pending->data + HEAD_BYTES, chunk, size);
    return writer_add(store, pending);
}

static bool is_writable(const struct store *store)
{
    return store->env != NULL && !store->read_only && !store->reading;
}

static void put(struct count_store *counts, const uint8_t identity[COUNT_STORE_IDENTITY],
                unsigned class, const uint8_t *chunk, size_t size)
{
    struct store *store = store_of(counts);
    if (is_writable(store) && !queue(store, &chunk_kind, identity, class, chunk, size) &&
        writer_wait(store, clock_now() + WAIT_SECONDS))
        queue(store, &chunk_kind, identity, class, chunk, size);
}

static void drop(struct count_store *counts, const uint8_t identity[COUNT_STORE_IDENTITY],
                 unsigned class)
{
    struct store *store = store_of(counts);
    if (is_writable(store))
        queue(store, &drop_kind, identity, class, NULL, 0);
}

/* --- reading --- */

typedef bool chunk_visit(void *arg, unsigned class, const uint8_t *chunk, size_t size);

static void visit_all(struct store *store, MDB_cursor *cursor,
                      const uint8_t identity[COUNT_STORE_IDENTITY], chunk_visit *visit, void *arg)
{
    MDB_val key = {COUNT_STORE_IDENTITY, (void *)identity}, value;
    bool more = true;
    unsigned count = 0;
    int r = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
    for (; r == 0 && more; r = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
        struct counts_record record;
        if (key.mv_size < COUNT_STORE_IDENTITY ||
            memcmp(key.mv_data, identity, COUNT_STORE_IDENTITY) != 0)
            return;
        if (!counts_read(&key, &value, &record)) {
            atomic_fetch_add(&store->damaged, 1);
            continue;
        }
        if (record.imported)
            atomic_store(&store->counts_rest_on_import, true);
        more = visit(arg, record.class, record.chunk, record.size);
        if (++count % TRIM_CHUNKS == 0)
            capacity_trim(store);
    }
}

static void load(struct count_store *counts, const uint8_t identity[COUNT_STORE_IDENTITY],
                 chunk_visit *visit, void *arg)
{
    struct store *store = store_of(counts);
    MDB_txn *txn = NULL;
    MDB_cursor *cursor;
    MDB_dbi dbi;
    if (store->env == NULL || !atomic_load(&store->made))
        return;
    /* A handle that is opened here is closed with the transaction. */
    pthread_mutex_lock(&store->dbi_lock);
    if (look_begin(store, &txn) == 0) {
        if (mdb_dbi_open(txn, DB_COUNTS, 0, &dbi) == 0 && mdb_cursor_open(txn, dbi, &cursor) == 0) {
            visit_all(store, cursor, identity, visit, arg);
            mdb_cursor_close(cursor);
        }
        look_end(store, txn);
    }
    pthread_mutex_unlock(&store->dbi_lock);
}

void counts_init(struct store *store)
{
    store->counts.load = load;
    store->counts.put = put;
    store->counts.drop = drop;
    store->counts.failed = &store->persistence.failed;
}
