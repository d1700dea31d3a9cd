/* What the programs share that spoil records of a store, with checksums that are right. */
#include "store/spoil.h"

#include <stdio.h>
#include <string.h>

#include "store/file/environment.h"
#include "store/file/format.h"
#include "store/file/seal.h"

static uint64_t state;

uint64_t spoil_draw(uint64_t below)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (state >> 33) % below;
}

static int spoil_database(MDB_txn *txn, const char *name, spoil_record *spoil)
{
    MDB_dbi dbi;
    MDB_cursor *cursor;
    MDB_val key, data;
    int count = 0;
    if (mdb_dbi_open(txn, name, 0, &dbi) != 0 || mdb_cursor_open(txn, dbi, &cursor) != 0)
        return -1;
    while (mdb_cursor_get(cursor, &key, &data, MDB_NEXT) == 0) {
        uint8_t own[512]; /* LMDB's most is 511 */
        struct bytes value = {0};
        memcpy(own, key.mv_data, key.mv_size);
        key.mv_data = own;
        bytes_put(&value, data.mv_data, data.mv_size);
        int r = spoil(name, &key, &value);
        data = (MDB_val){value.size, value.data};
        if (r < 0 || (r > 0 && mdb_put(txn, dbi, &key, &data, 0) != 0))
            return -1;
        count += r;
        bytes_release(&value);
    }
    mdb_cursor_close(cursor);
    return count;
}

int spoil_records(MDB_txn *txn, const char *prefix, spoil_record *spoil)
{
    MDB_dbi names;
    MDB_cursor *cursor;
    MDB_val key;
    int count = 0;
    if (mdb_dbi_open(txn, NULL, 0, &names) != 0 || mdb_cursor_open(txn, names, &cursor) != 0)
        return -1;
    while (mdb_cursor_get(cursor, &key, NULL, MDB_NEXT_NODUP) == 0) {
        char name[DATABASE_NAME_MAX] = "";
        if (key.mv_size >= sizeof(name) || strncmp(key.mv_data, prefix, strlen(prefix)) != 0)
            continue;
        memcpy(name, key.mv_data, key.mv_size);
        int spoilt = spoil_database(txn, name, spoil);
        if (spoilt < 0)
            return -1;
        count += spoilt;
    }
    mdb_cursor_close(cursor);
    return count;
}

int spoil_store(const char *folder, uint64_t seed, int (*spoil)(MDB_txn *txn))
{
    MDB_env *env;
    MDB_txn *txn;
    if (environment_open(folder, 0, NULL, &env) != 0 || mdb_txn_begin(env, NULL, 0, &txn) != 0)
        return 1;
    state = seed;
    int count = spoil(txn);
    if (count < 0 || mdb_txn_commit(txn) != 0)
        return 1;
    mdb_env_close(env);
    printf("%d\n", count);
    return seal_write(folder) == 0 ? 0 : 1;
}
