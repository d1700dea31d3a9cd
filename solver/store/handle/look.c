/* Looks at what is there. */
#include "store/handle/look.h"

#include <errno.h>

#include "store/file/environment.h"
#include "store/handle/transaction.h"

int look_begin(struct store *store, MDB_txn **txn)
{
    int r;
    do {
        pthread_rwlock_rdlock(&store->map_lock);
        r = *txn != NULL ? mdb_txn_renew(*txn) : environment_read(store->env, txn);
        if (r == 0)
            return 0;
        pthread_rwlock_unlock(&store->map_lock);
    } while (r == MDB_MAP_RESIZED && transaction_change_map(store, r) == 0);
    return r;
}

void look_end(struct store *store, MDB_txn *txn)
{
    mdb_txn_abort(txn);
    pthread_rwlock_unlock(&store->map_lock);
}

int look_get(struct store *store, MDB_dbi dbi, const uint8_t key[STORE_KEY],
             struct bytes *ret_value)
{
    MDB_txn *txn = NULL;
    MDB_val wanted = {STORE_KEY, (void *)key}, data;
    int r = look_begin(store, &txn);
    if (r != 0)
        return -EIO;
    r = mdb_get(txn, dbi, &wanted, &data);
    if (r == 0)
        bytes_put(ret_value, data.mv_data, data.mv_size);
    look_end(store, txn);
    if (ret_value->failed)
        return -ENOMEM;
    return r == 0 ? 1 : r == MDB_NOTFOUND ? 0 : -EIO;
}
