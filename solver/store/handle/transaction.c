/* Transactions that write. */
#include "store/handle/transaction.h"

#include <errno.h>

#include "store/file/environment.h"
#include "store/file/head.h"
#include "store/file/seal.h"
#include "store/handle/subtable.h"

int transaction_make_databases(struct transaction *transaction)
{
    if (atomic_load(&transaction->store->made) || transaction->made)
        return 0;
    int r = handle_open_named(transaction->store, transaction->txn, true);
    transaction->made = r == 0;
    return r;
}

int transaction_put_run(struct transaction *transaction, struct pending **items, size_t count)
{
    const struct pending_kind *kind = items[0]->kind;
    struct store *store = transaction->store;
    struct subtable *table = items[0]->table;
    int r = transaction_make_databases(transaction);
    if (r == 0 && table != NULL && !atomic_load(&table->open) && !table->made) {
        r = subtable_open_in(store, transaction->txn, table, true);
        table->made = r == 0;
    }
    if (r == 0 && kind->put_run != NULL)
        return kind->put_run(transaction, items, count);
    for (size_t i = 0; i < count && r == 0; i++)
        r = kind->put(transaction, items[i]);
    return r;
}

int transaction_put(struct transaction *transaction, struct pending *item)
{
    return transaction_put_run(transaction, &item, 1);
}

int transaction_raise_format(struct transaction *transaction, unsigned format)
{
    int r = transaction->raised < format ? head_raise(transaction->txn, format) : 0;
    if (r == 0 && transaction->raised < format)
        transaction->raised = format;
    return r;
}

static int break_seal(struct store *store)
{
    int r = store->changed ? 0 : seal_remove(store->dir);
    if (r == 0)
        store->changed = true;
    return -r;
}

/* Remembers who holds the turn to write; NULL: nobody does any more. */
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

static int begin_writing(struct store *store, struct transaction *transaction)
{
    int r = break_seal(store);
    if (r != 0)
        return r;
    if (transaction->makes)
        pthread_mutex_lock(&store->dbi_lock);
    pthread_rwlock_rdlock(&store->map_lock);
    r = mdb_txn_begin(store->env, NULL, 0, &transaction->txn);
    if (r == 0)
        return 0;
    pthread_rwlock_unlock(&store->map_lock);
    if (transaction->makes)
        pthread_mutex_unlock(&store->dbi_lock);
    return r;
}

int transaction_begin(struct store *store, bool makes, struct transaction *ret_transaction)
{
    struct transaction transaction = {.store = store, .makes = makes};
    int r = take_turn(store);
    if (r != 0)
        return r;
    r = begin_writing(store, &transaction);
    if (r == 0)
        *ret_transaction = transaction;
    else
        users_leave(&store->users, USERS_TURN);
    return r;
}

/* What was made in a transaction is there for all once it is committed; else it is not. */
static void settle_made(const struct transaction *transaction, bool committed)
{
    struct store *store = transaction->store;
    if (transaction->made && committed)
        atomic_store(&store->made, true);
    pthread_mutex_lock(&store->lock);
    for (struct subtable *table = store->tables; table != NULL; table = table->next) {
        if (table->made && committed)
            atomic_store(&table->open, true);
        table->made = false;
    }
    pthread_mutex_unlock(&store->lock);
}

int transaction_end(struct transaction *transaction, int r)
{
    struct store *store = transaction->store;
    if (r == 0)
        r = mdb_txn_commit(transaction->txn);
    else
        mdb_txn_abort(transaction->txn);
    if (r == 0)
        atomic_fetch_add(&store->contradicted, transaction->contradicted);
    if (transaction->makes)
        settle_made(transaction, r == 0);
    pthread_rwlock_unlock(&store->map_lock);
    if (transaction->makes)
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

static int run_once(struct store *store, bool makes,
                    int (*work)(struct transaction *transaction, void *arg), void *arg)
{
    struct transaction transaction;
    int r = transaction_begin(store, makes, &transaction);
    if (r != 0)
        return r;
    if (makes)
        r = transaction_make_databases(&transaction);
    if (r == 0)
        r = work(&transaction, arg);
    return transaction_end(&transaction, r);
}

int transaction_run(struct store *store, bool makes,
                    int (*work)(struct transaction *transaction, void *arg), void *arg)
{
    int r;
    do {
        r = run_once(store, makes, work, arg);
    } while (r != 0 && transaction_change_map(store, r) == 0);
    return r;
}
