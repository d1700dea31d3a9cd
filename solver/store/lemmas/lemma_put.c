/* Merging a lemma into the record of its state. */
#include "store/lemmas/lemma_put.h"

#include <errno.h>

#include "store/handle/subtable.h"
#include "store/handle/transaction.h"
#include "store/lemmas/lemma_record.h"

static void sort_conditions(struct pending *item)
{
    const struct record_shape *shape = &item->table->shape;
    size_t head = lemma_state_bytes(shape);
    lemma_entry_sort(shape, item->data + head, item->size - head);
}

/* Reads what waits, whose conditions are in order then. Returns the format that it asks for. */
static unsigned read_added(struct pending **items, size_t count, struct lemma_entry *added)
{
    const struct record_shape *shape = &items[0]->table->shape;
    size_t head = lemma_state_bytes(shape);
    unsigned format = STORE_FORMAT_LEAST;
    for (size_t i = 0; i < count; i++) {
        sort_conditions(items[i]);
        struct bytes_reader reader = {items[i]->data + head, items[i]->size - head, false};
        lemma_entry_read(shape, &reader, &added[i]);
        if (added[i].flags & ENTRY_BELOW)
            format = STORE_FORMAT_BELOW;
        else if ((added[i].flags & ENTRY_IMPORTED) && format == STORE_FORMAT_LEAST)
            format = STORE_FORMAT_IMPORTED;
    }
    return format;
}

/* Merges them into the record, so that it is written once. */
static int put_lemmas(struct transaction *transaction, struct pending **items, size_t size)
{
    MDB_txn *txn = transaction->txn;
    struct store *store = transaction->store;
    struct lemma_entry old[ENTRIES_MAX], added[PENDING_RUN];
    struct pending *item = items[0];
    const struct record_shape *shape = &item->table->shape;
    struct bytes value = {0};
    size_t count = 0;
    unsigned format = read_added(items, size, added);
    MDB_val key = {STORE_KEY, (void *)item->key}, data = {0, NULL};
    int r = mdb_get(txn, item->table->dbi, &key, &data);
    if (r != 0 && r != MDB_NOTFOUND)
        return r;
    if (r == 0 && !lemma_record_read(shape, item->key, data.mv_data, data.mv_size, old, &count)) {
        atomic_fetch_add(&store->damaged, 1);
        count = 0;
    }
    r = lemma_record_merge(shape, item->data, old, count, added, size, &value);
    data = (MDB_val){value.size, value.data};
    if (r == 1 && format != STORE_FORMAT_LEAST)
        r = transaction_raise_format(transaction, format) == 0 ? 1 : EIO;
    if (r == 1)
        r = mdb_put(txn, item->table->dbi, &key, &data, 0);
    bytes_release(&value);
    return r == -ENOMEM ? ENOMEM : r;
}

static int put_lemma(struct transaction *transaction, struct pending *item)
{
    return put_lemmas(transaction, &item, 1);
}

const struct pending_kind lemma_kind = {
    .prepare = sort_conditions, .put = put_lemma, .put_run = put_lemmas, .may_be_dropped = true};
