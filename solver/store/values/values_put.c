/* Merging tables of positions that come from elsewhere. */
#include "store/values/values_put.h"

#include <errno.h>

#include "store/handle/identity.h"
#include "store/values/values_make.h"

/* Copies what is there under the key; leaves *ret_value empty if it is nothing sound. Returns 0 or
 * an LMDB error. */
static int get_there(MDB_txn *txn, const struct values_putting *putting,
                     const struct values_key *key, struct bytes *ret_value)
{
    MDB_val data;
    int r = values_get(txn, putting->dbi, &putting->subtable->shape, key, &data);
    if (r == 0)
        bytes_put(ret_value, data.mv_data, data.mv_size);
    return ret_value->failed ? ENOMEM : r == MDB_NOTFOUND ? 0 : r;
}

/* Is a whole table there? */
static int begin(struct transaction *transaction, struct values_putting *putting)
{
    struct values_head head;
    struct ruleset rules;
    struct bytes value = {0};
    struct values_key key = values_key(&putting->subtable->shape, VALUES_HEAD, NULL, 0);
    int r = transaction_make_databases(transaction);
    if (r == 0)
        r = values_make_database(transaction->txn, transaction->store, putting->subtable,
                                 &putting->dbi);
    if (r == 0)
        r = get_there(transaction->txn, putting, &key, &value);
    if (r == 0 && values_read_head(&putting->subtable->shape, value.data, value.size, &head)) {
        putting->whole = true;
        putting->head = head;
    }
    bytes_release(&value);
    if (identity_rules(putting->subtable->name, &rules) == 0)
        putting->kind = board_table_kind(&rules);
    putting->begun = r == 0;
    return r;
}

static int write(struct transaction *transaction, struct values_putting *putting,
                 const struct values_key *key, const struct bytes *value)
{
    MDB_val own = {key->size, (void *)key->bytes}, data = {value->size, value->data};
    putting->changed = true;
    return mdb_put(transaction->txn, putting->dbi, &own, &data, 0);
}

static bool comes_before(struct stones a, struct stones b)
{
    return a.of[BLACK] != b.of[BLACK] ? a.of[BLACK] < b.of[BLACK] : a.of[WHITE] < b.of[WHITE];
}

/* Do the chunk's boards lie between those of the chunks next to it? Else it would hide some. */
static bool fits(const struct record_shape *shape, MDB_cursor *cursor, const struct values_key *key,
                 const struct values_chunk *chunk)
{
    struct values_chunk other;
    MDB_val at = {key->size, (void *)key->bytes}, data;
    struct stones first = values_board(shape, chunk, 0);
    struct stones last = values_board(shape, chunk, chunk->boards - 1);
    int r = mdb_cursor_get(cursor, &at, &data, MDB_SET_RANGE);
    if (r == 0 && values_read_chunk(shape, data.mv_data, data.mv_size, &other) &&
        !comes_before(last, values_board(shape, &other, 0)))
        return false;
    r = mdb_cursor_get(cursor, &at, &data, r == 0 ? MDB_PREV : MDB_LAST);
    return r != 0 || !values_read_chunk(shape, data.mv_data, data.mv_size, &other) ||
           comes_before(values_board(shape, &other, other.boards - 1), first);
}

/* A chunk that is missing, or damaged, in the whole table that is there. */
static int fill_hole(struct transaction *transaction, struct values_putting *putting,
                     const struct values_record *record)
{
    const struct record_shape *shape = &putting->subtable->shape;
    struct values_chunk chunk;
    MDB_cursor *cursor;
    if (!values_read_chunk(shape, record->value.data, record->value.size, &chunk) ||
        chunk.layers != putting->head.layers)
        return -EBADMSG;
    int r = mdb_cursor_open(transaction->txn, putting->dbi, &cursor);
    if (r != 0)
        return r;
    bool good = fits(shape, cursor, &record->key, &chunk);
    mdb_cursor_close(cursor);
    return good ? write(transaction, putting, &record->key, &record->value) : -EBADMSG;
}

static int put_chunk(struct transaction *transaction, struct values_putting *putting,
                     const struct values_record *record)
{
    struct bytes there = {0}, merged = {0};
    if (!putting->whole)
        return write(transaction, putting, &record->key, &record->value);
    int r = get_there(transaction->txn, putting, &record->key, &there);
    if (r == 0 && there.size == 0) {
        r = fill_hole(transaction, putting, record);
    } else if (r == 0) {
        r = values_merge(&putting->subtable->shape, putting->kind, &there, &record->value, &merged);
        if (r == 1)
            r = write(transaction, putting, &record->key, &merged);
        else if (r == -ENOMEM)
            r = ENOMEM;
    }
    bytes_release(&there);
    bytes_release(&merged);
    return r;
}

/* The head of what results, and nothing of a table that was being made. */
static int put_head(struct transaction *transaction, struct values_putting *putting,
                    const struct values_record *record)
{
    struct values_head head;
    struct bytes value = {0};
    if (!values_read_head(&putting->subtable->shape, record->value.data, record->value.size, &head))
        return -EBADMSG;
    if (putting->whole && (head.layers != putting->head.layers ||
                           head.boards != putting->head.boards || head.kos != putting->head.kos))
        return -EBADMSG;
    if (!putting->changed && putting->whole)
        return 0;
    head.imported = true;
    values_put_head(&value, &head);
    values_seal(&value, &putting->subtable->shape);
    int r = value.failed ? ENOMEM : write(transaction, putting, &record->key, &value);
    bytes_release(&value);
    if (r == 0)
        r = values_delete_kind(transaction->txn, putting->dbi, VALUES_PROGRESS);
    if (r == 0)
        r = values_delete_kind(transaction->txn, putting->dbi, VALUES_PART);
    return r == 0 ? transaction_raise_format(transaction, STORE_FORMAT_IMPORTED) : r;
}

int values_put(struct transaction *transaction, struct values_putting *putting,
               const struct values_record *record)
{
    int r = putting->begun ? 0 : begin(transaction, putting);
    if (r != 0)
        return r;
    return record->key.bytes[0] == VALUES_HEAD ? put_head(transaction, putting, record)
                                               : put_chunk(transaction, putting, record);
}
