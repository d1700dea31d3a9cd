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

static int put_lemma(struct transaction *transaction, struct pending *item)
{
    MDB_txn *txn = transaction->txn;
    struct store *store = transaction->store;
    struct lemma_entry old[ENTRIES_MAX], added;
    const struct record_shape *shape = &item->table->shape;
    struct bytes value = {0};
    size_t head = lemma_state_bytes(shape), count = 0;
    sort_conditions(item);
    struct bytes_reader reader = {item->data + head, item->size - head, false};
    MDB_val key = {STORE_KEY, (void *)item->key}, data = {0, NULL};
    int r = mdb_get(txn, item->table->dbi, &key, &data);
    if (r != 0 && r != MDB_NOTFOUND)
        return r;
    if (r == 0 && !lemma_record_read(shape, item->key, data.mv_data, data.mv_size, old, &count)) {
        atomic_fetch_add(&store->damaged, 1);
        count = 0;
    }
    lemma_entry_read(shape, &reader, &added);
    r = lemma_record_merge(shape, item->data, old, count, &added, &value);
    data = (MDB_val){value.size, value.data};
    unsigned format = added.flags & ENTRY_BELOW      ? STORE_FORMAT_BELOW
                      : added.flags & ENTRY_IMPORTED ? STORE_FORMAT_IMPORTED
                                                     : STORE_FORMAT_LEAST;
    if (r == 1 && format != STORE_FORMAT_LEAST)
        r = transaction_raise_format(transaction, format) == 0 ? 1 : EIO;
    if (r == 1)
        r = mdb_put(txn, item->table->dbi, &key, &data, 0);
    bytes_release(&value);
    return r == -ENOMEM ? ENOMEM : r;
}

const struct pending_kind lemma_kind = {
    .prepare = sort_conditions, .put = put_lemma, .may_be_dropped = true};
