/*
 * spoil-strategies DIR SEED: changes what runs that were stopped left of where they were in
 * searches for strategies in the store in DIR - paths, weights, and of heads what tells of both -
 * with checksums that are right, and seals the store. Prints how many records there were. For the
 * tests only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/file/environment.h"
#include "store/file/seal.h"
#include "store/strategies/strategies.h"

/* At the end of a head: what it says besides its lists. */
#define HEAD_TAIL 56

static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (state >> 33) % below;
}

/* Of a path about one byte in sixteen is another one, of what else there is a few. */
static void spoil(struct bytes *value, int kind)
{
    size_t from = kind == STRATEGIES_HEAD ? value->size - HEAD_TAIL : CHECKSUM + 4;
    size_t times = kind == STRATEGIES_PATH ? (value->size - from) / 16 + 1 : 1 + draw(4);
    for (; times > 0 && from < value->size; times--)
        value->data[from + draw(value->size - from)] = (uint8_t)draw(draw(2) == 0 ? 4 : 256);
}

static bool is_spoilt(int kind)
{
    return kind == STRATEGIES_HEAD || kind == STRATEGIES_PATH || kind == STRATEGIES_WEIGHTS;
}

static int spoil_database(MDB_txn *txn, const char *name)
{
    struct record_shape shape;
    MDB_dbi dbi;
    MDB_cursor *cursor;
    MDB_val key, data;
    int count = 0;
    if (strategies_shape(name + strlen(DB_STRATEGIES), &shape) < 0 ||
        mdb_dbi_open(txn, name, 0, &dbi) != 0 || mdb_cursor_open(txn, dbi, &cursor) != 0)
        return -1;
    while (mdb_cursor_get(cursor, &key, &data, MDB_NEXT) == 0) {
        struct strategies_key own = {.size = key.mv_size};
        struct bytes value = {0};
        int kind = ((const uint8_t *)key.mv_data)[2];
        if (!is_spoilt(kind))
            continue;
        memcpy(own.bytes, key.mv_data, key.mv_size);
        bytes_put(&value, data.mv_data, data.mv_size);
        spoil(&value, kind);
        strategies_seal(&value, &shape, &own);
        key = (MDB_val){own.size, own.bytes};
        data = (MDB_val){value.size, value.data};
        if (mdb_put(txn, dbi, &key, &data, 0) != 0)
            return -1;
        count++;
        bytes_release(&value);
    }
    mdb_cursor_close(cursor);
    return count;
}

/* Spoils all databases of strategies. Returns how many records there were, or -1. */
static int spoil_all(MDB_txn *txn)
{
    MDB_dbi names;
    MDB_cursor *cursor;
    MDB_val key;
    int count = 0;
    if (mdb_dbi_open(txn, NULL, 0, &names) != 0 || mdb_cursor_open(txn, names, &cursor) != 0)
        return -1;
    while (mdb_cursor_get(cursor, &key, NULL, MDB_NEXT_NODUP) == 0) {
        char name[DATABASE_NAME_MAX] = "";
        if (key.mv_size >= sizeof(name) ||
            strncmp(key.mv_data, DB_STRATEGIES, strlen(DB_STRATEGIES)) != 0)
            continue;
        memcpy(name, key.mv_data, key.mv_size);
        int spoilt = spoil_database(txn, name);
        if (spoilt < 0)
            return -1;
        count += spoilt;
    }
    mdb_cursor_close(cursor);
    return count;
}

int main(int argc, char **argv)
{
    MDB_env *env;
    MDB_txn *txn;
    if (argc != 3 || environment_open(argv[1], 0, NULL, &env) != 0 ||
        mdb_txn_begin(env, NULL, 0, &txn) != 0)
        return 1;
    state = strtoull(argv[2], NULL, 10);
    int count = spoil_all(txn);
    if (count < 0 || mdb_txn_commit(txn) != 0)
        return 1;
    mdb_env_close(env);
    printf("%d\n", count);
    return seal_write(argv[1]) == 0 ? 0 : 1;
}
