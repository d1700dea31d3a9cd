/*
 * spoil-halts DIR SEED: changes what runs that were stopped left of their search in the store in
 * DIR, with checksums that are right, and seals the store. Prints how many records there were.
 * spoil-halts DIR chunks: the head of a search under rules that remove cycles says that there are
 * more chunks of lemmas and of proof numbers than can ever be. For the tests only.
 */
#include <stdlib.h>
#include <string.h>

#include "store/halts/halts_record.h"
#include "store/handle/identity.h"
#include "store/searches/searches.h"
#include "store/spoil.h"

/* Open nodes get numbers of all sizes; of a head some bytes are others. */
static void spoil(struct bytes *value, bool head)
{
    for (size_t at = CHECKSUM; !head && at + 16 <= value->size; at += 16)
        for (int i = 0; i < 8; i++)
            if (spoil_draw(4) == 0)
                value->data[at + 8 + (size_t)i] = (uint8_t)spoil_draw(256);
    for (uint64_t times = head ? spoil_draw(4) : 0; times > 0; times--)
        value->data[CHECKSUM + spoil_draw(value->size - CHECKSUM)] = (uint8_t)spoil_draw(256);
}

static int spoil_one(const char *name, const MDB_val *key, struct bytes *value)
{
    struct record_shape shape;
    if (identity_shape(name + strlen(DB_HALTS), &shape) < 0)
        return -1;
    spoil(value, bytes_decode((const uint8_t *)key->mv_data + STORE_KEY, 4) == 0);
    halts_seal(&shape, key->mv_data, value);
    return 1;
}

static int spoil_all(MDB_txn *txn)
{
    return spoil_records(txn, DB_HALTS, spoil_one);
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

static int spoil_last_search(MDB_txn *txn)
{
    char name[DATABASE_NAME_MAX];
    return find_database(txn, DB_SEARCHES, name) ? spoil_search(txn, name) : 0;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    bool of_search = strcmp(argv[2], "chunks") == 0;
    return spoil_store(argv[1], strtoull(argv[2], NULL, 10),
                       of_search ? spoil_last_search : spoil_all);
}
