/* Records of counts: keys, values, writing. */
#include "store/counts/counts_record.h"

#include <errno.h>
#include <string.h>

#include "count/components/chunk.h"
#include "store/file/environment.h"

struct counts_key counts_key(const uint8_t identity[COUNT_STORE_IDENTITY], unsigned class,
                             const uint8_t *chunk, size_t size)
{
    struct counts_key key;
    memcpy(key.bytes, identity, COUNT_STORE_IDENTITY);
    key.bytes[COUNT_STORE_IDENTITY] = (uint8_t)(255 - class);
    record_hash(chunk, size, key.bytes + COUNT_STORE_IDENTITY + 1);
    return key;
}

bool counts_read(const MDB_val *key, const MDB_val *value, struct counts_record *ret_record)
{
    const uint8_t *from = key->mv_data;
    struct counts_record record = {0};
    struct bytes_reader reader;
    if (key->mv_size != COUNTS_KEY_BYTES ||
        !record_open(value->mv_data, value->mv_size, record_seed(from, COUNTS_KEY_BYTES), &reader))
        return false;
    uint64_t flags = bytes_read_number(&reader, 1);
    record.class = 255u - from[COUNT_STORE_IDENTITY];
    record.imported = (flags & COUNTS_IMPORTED) != 0;
    record.chunk = reader.at;
    record.size = reader.left;
    if (reader.bad || flags > COUNTS_IMPORTED || record.class >= COUNT_STORE_CLASSES)
        return false;
    struct counts_key wanted = counts_key(from, record.class, record.chunk, record.size);
    if (memcmp(wanted.bytes, from, COUNTS_KEY_BYTES) != 0 ||
        !chunk_is_sound(record.chunk, record.size, &record.results))
        return false;
    *ret_record = record;
    return true;
}

/* Opens the database, which is made if it is missing. */
static int open_database(struct transaction *transaction, MDB_dbi *ret_dbi)
{
    int r = transaction_make_databases(transaction);
    if (r == 0)
        r = mdb_dbi_open(transaction->txn, DB_COUNTS, MDB_CREATE, ret_dbi);
    return r == 0 ? transaction_raise_format(transaction, STORE_FORMAT_COUNTS) : r;
}

int counts_put(struct transaction *transaction, const struct counts_key *key, const uint8_t *chunk,
               size_t size, bool imported)
{
    MDB_val own = {COUNTS_KEY_BYTES, (void *)key->bytes}, data;
    struct counts_record there;
    struct bytes value = {0};
    MDB_dbi dbi;
    int r = open_database(transaction, &dbi);
    if (r != 0)
        return r;
    r = mdb_get(transaction->txn, dbi, &own, &data);
    if (r == 0 && counts_read(&own, &data, &there) && (!there.imported || imported))
        return 0;
    if (r != 0 && r != MDB_NOTFOUND)
        return r;
    record_begin(&value);
    bytes_put_number(&value, imported ? COUNTS_IMPORTED : 0, 1);
    bytes_put(&value, chunk, size);
    record_seal(&value, 0, record_seed(key->bytes, COUNTS_KEY_BYTES));
    data = (MDB_val){value.size, value.data};
    r = value.failed ? ENOMEM : mdb_put(transaction->txn, dbi, &own, &data, 0);
    bytes_release(&value);
    return r;
}

int counts_drop(struct transaction *transaction, const uint8_t identity[COUNT_STORE_IDENTITY],
                unsigned class)
{
    uint8_t from[COUNT_STORE_IDENTITY + 1];
    MDB_val key = {sizeof(from), from}, data;
    MDB_cursor *cursor;
    MDB_dbi dbi;
    memcpy(from, identity, COUNT_STORE_IDENTITY);
    from[COUNT_STORE_IDENTITY] = (uint8_t)(255 - class);
    int r = open_database(transaction, &dbi);
    if (r == 0)
        r = mdb_cursor_open(transaction->txn, dbi, &cursor);
    if (r != 0)
        return r;
    r = mdb_cursor_get(cursor, &key, &data, MDB_SET_RANGE);
    while (r == 0 && key.mv_size > sizeof(from) && memcmp(key.mv_data, from, sizeof(from)) == 0)
        r = environment_delete_here(cursor, &key, &data);
    mdb_cursor_close(cursor);
    return r == MDB_NOTFOUND ? 0 : r;
}
