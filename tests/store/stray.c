/*
 * stray DIR TABLE: puts into the database of TABLE, one of bounds, a chunk that nobody would write:
 * its second one without the first two boards. Every record is sound; for the tests only.
 */
#include <stdio.h>
#include <string.h>

#include "store/file/environment.h"
#include "store/handle/identity.h"
#include "store/values/values.h"

/* A board's codes are 20 bits on ten points: those of two boards are whole bytes. */
#define BOARDS 2
#define POINTS 10

static int find_chunk(MDB_txn *txn, MDB_dbi dbi, MDB_val *key, MDB_val *data)
{
    MDB_cursor *cursor;
    int r = mdb_cursor_open(txn, dbi, &cursor);
    if (r == 0)
        r = mdb_cursor_get(cursor, key, data, MDB_FIRST);
    if (r == 0)
        r = mdb_cursor_get(cursor, key, data, MDB_NEXT);
    if (r == 0)
        mdb_cursor_close(cursor);
    return r;
}

static void cut(const struct record_shape *shape, const struct values_chunk *chunk,
                struct bytes *value)
{
    size_t stones = 2 * shape->set_bytes;
    size_t codes = (size_t)values_bits(POINTS) * 4 * chunk->boards / 8;
    size_t skipped = (size_t)values_bits(POINTS) * 4 * BOARDS / 8;
    bytes_put_number(value, 0, CHECKSUM);
    bytes_put_number(value, chunk->layers, 1);
    bytes_put_number(value, chunk->boards - BOARDS, 2);
    bytes_put_number(value, 0, 2);
    bytes_put(value, chunk->stones + BOARDS * stones, (chunk->boards - BOARDS) * stones);
    bytes_put(value, chunk->codes + skipped, codes - skipped);
    values_seal(value, shape);
}

static int put_stray(MDB_txn *txn, const char *table)
{
    char name[DATABASE_NAME_MAX];
    struct record_shape shape;
    struct values_chunk chunk;
    struct bytes value = {0};
    MDB_val key, data;
    MDB_dbi dbi;
    snprintf(name, sizeof(name), "%s%s", DB_VALUES, table);
    if (identity_shape(table, &shape) < 0 || mdb_dbi_open(txn, name, 0, &dbi) != 0 ||
        find_chunk(txn, dbi, &key, &data) != 0 ||
        !values_read_chunk(&shape, data.mv_data, data.mv_size, &chunk) || shape.points != POINTS ||
        chunk.layers != BOUNDS_LAYERS)
        return -1;
    struct stones first = values_board(&shape, &chunk, BOARDS);
    struct values_key own = values_key(&shape, VALUES_CHUNK, &first, 0);
    cut(&shape, &chunk, &value);
    key = (MDB_val){own.size, own.bytes};
    data = (MDB_val){value.size, value.data};
    int r = values_is_sound(&shape, &key, &data, NULL) ? mdb_put(txn, dbi, &key, &data, 0) : -1;
    bytes_release(&value);
    return r;
}

int main(int argc, char **argv)
{
    MDB_env *env;
    MDB_txn *txn;
    if (argc != 3 || environment_open(argv[1], 0, NULL, &env) != 0 ||
        mdb_txn_begin(env, NULL, 0, &txn) != 0 || put_stray(txn, argv[2]) != 0 ||
        mdb_txn_commit(txn) != 0)
        return 1;
    mdb_env_close(env);
    return 0;
}
