/* One transaction that writes, and the turn of this process to write. */
#include "store/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "store/identity.h"
#include "store/seal.h"

static int write_entry(struct batch *batch, struct pending *item)
{
    MDB_txn *txn = batch->txn;
    struct store *store = batch->store;
    struct entry old[ENTRIES_MAX], added;
    const struct record_shape *shape = &item->table->shape;
    struct bytes value = {0};
    size_t head = lemma_state_bytes(shape), count = 0;
    lemma_entry_sort(shape, item->data + head, item->size - head);
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
    if (r == 1 && (added.flags & ENTRY_IMPORTED))
        r = batch_raise(batch, STORE_FORMAT_IMPORTED) == 0 ? 1 : EIO;
    if (r == 1)
        r = mdb_put(txn, item->table->dbi, &key, &data, 0);
    bytes_release(&value);
    return r == -ENOMEM ? ENOMEM : r;
}

int batch_databases(struct batch *batch)
{
    if (atomic_load(&batch->store->made) || batch->made)
        return 0;
    int r = handle_open_named(batch->store, batch->txn, true);
    batch->made = r == 0;
    return r;
}

int batch_put(struct batch *batch, struct pending *item)
{
    struct store *store = batch->store;
    int r = batch_databases(batch);
    if (r == 0 && item->table != NULL && !atomic_load(&item->table->open) && !item->table->made) {
        r = subtable_open_in(store, batch->txn, item->table, true);
        item->table->made = r == 0;
    }
    if (r != 0)
        return r;
    return item->table != NULL ? write_entry(batch, item) : root_put(batch, item);
}

int batch_raise(struct batch *batch, unsigned format)
{
    int r = batch->raised < format ? head_raise(batch->txn, format) : 0;
    if (r == 0 && batch->raised < format)
        batch->raised = format;
    return r;
}

static int break_seal(struct store *store)
{
    int r = store->changed ? 0 : seal_remove(store->dir);
    if (r == 0)
        store->changed = true;
    return -r;
}

/* Remembers who keeps this process from writing; NULL: nobody does any more. */
static void note_held(struct store *store, const struct error *who)
{
    pthread_mutex_lock(&store->lock);
    store->held = who != NULL ? *who : (struct error){""};
    pthread_cond_broadcast(&store->emptied);
    pthread_mutex_unlock(&store->lock);
}

struct error transaction_holder(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    struct error held = store->held;
    pthread_mutex_unlock(&store->lock);
    return held;
}

static int take_turn(struct store *store)
{
    struct error who;
    int r = users_take(&store->users, USERS_TURN, &who);
    bool held = r == -EAGAIN || r == -EINTR;
    note_held(store, held ? &who : NULL);
    return held ? ENVIRONMENT_HELD : -r;
}

static int begin_writing(struct store *store, struct batch *batch)
{
    int r = break_seal(store);
    if (r != 0)
        return r;
    if (batch->makes)
        pthread_mutex_lock(&store->dbi_lock);
    pthread_rwlock_rdlock(&store->map_lock);
    r = mdb_txn_begin(store->env, NULL, 0, &batch->txn);
    if (r == 0)
        return 0;
    pthread_rwlock_unlock(&store->map_lock);
    if (batch->makes)
        pthread_mutex_unlock(&store->dbi_lock);
    return r;
}

int batch_begin(struct store *store, bool makes, struct batch *ret_batch)
{
    struct batch batch = {.store = store, .makes = makes};
    int r = take_turn(store);
    if (r != 0)
        return r;
    r = begin_writing(store, &batch);
    if (r == 0)
        *ret_batch = batch;
    else
        users_leave(&store->users, USERS_TURN);
    return r;
}

/* What was made in a transaction is there for all once it is committed; else it is not. */
static void settle_made(const struct batch *batch, bool committed)
{
    struct store *store = batch->store;
    if (batch->made && committed)
        atomic_store(&store->made, true);
    pthread_mutex_lock(&store->lock);
    for (struct subtable *table = store->tables; table != NULL; table = table->next) {
        if (table->made && committed)
            atomic_store(&table->open, true);
        table->made = false;
    }
    pthread_mutex_unlock(&store->lock);
}

int batch_end(struct batch *batch, int r)
{
    struct store *store = batch->store;
    if (r == 0)
        r = mdb_txn_commit(batch->txn);
    else
        mdb_txn_abort(batch->txn);
    if (r == 0)
        atomic_fetch_add(&store->contradicted, batch->contradicted);
    if (batch->makes)
        settle_made(batch, r == 0);
    pthread_rwlock_unlock(&store->map_lock);
    if (batch->makes)
        pthread_mutex_unlock(&store->dbi_lock);
    users_leave(&store->users, USERS_TURN);
    return r;
}

int transaction_change_map(struct store *store, int why)
{
    if (why != MDB_MAP_FULL && why != MDB_MAP_RESIZED)
        return why;
    pthread_rwlock_wrlock(&store->map_lock);
    int r =
        why == MDB_MAP_RESIZED ? mdb_env_set_mapsize(store->env, 0) : environment_grow(store->env);
    pthread_rwlock_unlock(&store->map_lock);
    return r;
}
