/*
 * spoil-halts DIR SEED: changes what runs that were stopped left of their search in the store in
 * DIR, with checksums that are right, and seals the store. Prints how many records there were.
 * spoil-halts DIR chunks: the head of a search under rules that remove cycles says that there are
 * more chunks of lemmas and of proof numbers than can ever be. For the tests only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/file/environment.h"
#include "store/file/seal.h"
#include "store/halts/halts_record.h"
#include "store/handle/identity.h"
#include "store/searches/searches.h"

static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (state >> 33) % below;
}

/* Open nodes get numbers of all sizes; of a head some bytes are others. */
static void spoil(struct bytes *value, bool head)
{
    for (size_t at = CHECKSUM; !head && at + 16 <= value->size; at += 16)
        for (int i = 0; i < 8; i++)
            if (draw(4) == 0)
                value->data[at + 8 + (size_t)i] = (uint8_t)draw(256);
    for (uint64_t times = head ? draw(4) : 0; times > 0; times--)
        value->data[CHECKSUM + draw(value->size - CHECKSUM)] = (uint8_t)draw(256);
}

static int spoil_database(MDB_txn *txn, const char *name)
{
    struct record_shape shape;
    MDB_dbi dbi;
    MDB_cursor *cursor;
    MDB_val key, data;
    int count = 0;
    if (identity_shape(name + strlen(DB_HALTS), &shape) < 0 ||
        mdb_dbi_open(txn, name, 0, &dbi) != 0 || mdb_cursor_open(txn, dbi, &cursor) != 0)
        return -1;
    while (mdb_cursor_get(cursor, &key, &data, MDB_NEXT) == 0) {
        uint8_t own[HALT_KEY];
        struct bytes value = {0};
        memcpy(own, key.mv_data, sizeof(own));
        bytes_put(&value, data.mv_data, data.mv_size);
        spoil(&value, bytes_decode(own + STORE_KEY, 4) == 0);
        halts_seal(&shape, own, &value);
        key = (MDB_val){sizeof(own), own};
        data = (MDB_val){value.size, value.data};
        if (mdb_put(txn, dbi, &key, &data, 0) != 0)
            return -1;
        count++;
        bytes_release(&value);
    }
    mdb_cursor_close(cursor);
    return count;
}

static int spoil_search(MDB_txn *txn, const char *name)
{
    struct searches_key own = searches_key(SEARCHES_HEAD, 0, 0);
    MDB_val key = {own.size, own.bytes}, data;
    struct record_shape shape;
    struct searches_head head;
    struct bytes value = {0};
    MDB_dbi dbi;
    if (identity_shape(name + strlen(DB_SEARCHES), &shape) < 0 ||
        mdb_dbi_open(txn, name, 0, &dbi) != 0 || mdb_get(txn, dbi, &key, &data) != 0 ||
        !searches_read_head(&shape, &key, &data, &head))
        return -1;
    head.chunks[SEARCHES_LEMMAS] = head.chunks[SEARCHES_NUMBERS] = UINT32_MAX;
    searches_put_head(&value, &head);
    searches_seal(&value, &shape, &own);
    data = (MDB_val){value.size, value.data};
    int r = mdb_put(txn, dbi, &key, &data, 0);
    bytes_release(&value);
    return r == 0 ? 1 : -1;
}

/* Finds the last database whose name begins with prefix. Returns false if there is none. */
static bool find_database(MDB_txn *txn, const char *prefix, char name[DATABASE_NAME_MAX])
{
    MDB_dbi names;
    MDB_cursor *cursor;
    MDB_val key;
    memset(name, 0, DATABASE_NAME_MAX);
    if (mdb_dbi_open(txn, NULL, 0, &names) != 0 || mdb_cursor_open(txn, names, &cursor) != 0)
        return false;
    while (mdb_cursor_get(cursor, &key, NULL, MDB_NEXT_NODUP) == 0)
        if (key.mv_size > strlen(prefix) && key.mv_size < DATABASE_NAME_MAX &&
            memcmp(key.mv_data, prefix, strlen(prefix)) == 0)
            memcpy(name, key.mv_data, key.mv_size);
    mdb_cursor_close(cursor);
    return name[0] != '\0';
}

int main(int argc, char **argv)
{
    MDB_env *env;
    MDB_txn *txn;
    char name[DATABASE_NAME_MAX];
    int count = 0;
    if (argc != 3 || environment_open(argv[1], 0, NULL, &env) != 0 ||
        mdb_txn_begin(env, NULL, 0, &txn) != 0)
        return 1;
    bool of_search = strcmp(argv[2], "chunks") == 0;
    state = strtoull(argv[2], NULL, 10);
    if (find_database(txn, of_search ? DB_SEARCHES : DB_HALTS, name))
        count = of_search ? spoil_search(txn, name) : spoil_database(txn, name);
    if (count < 0 || mdb_txn_commit(txn) != 0)
        return 1;
    mdb_env_close(env);
    printf("%d\n", count);
    return seal_write(argv[1]) == 0 ? 0 : 1;
}
