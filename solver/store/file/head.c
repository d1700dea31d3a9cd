/* Reading and writing the head. */
#include "store/file/head.h"

#include <errno.h>
#include <string.h>

#include "base/plain.h"
#include "store/file/record.h"

int head_write(MDB_txn *txn, unsigned format)
{
    MDB_dbi dbi;
    struct bytes value = {0};
    int r = mdb_dbi_open(txn, DB_META, MDB_CREATE, &dbi);
    if (r != 0)
        return r;
    record_begin(&value);
    bytes_put_number(&value, format, 4);
    bytes_put_number(&value, STORE_PROOFS, 4);
    bytes_put(&value, SOLVE_VERSION, strlen(SOLVE_VERSION));
    record_seal(&value, 0, 0);
    MDB_val key = {sizeof(STORE_MAGIC) - 1, (void *)STORE_MAGIC};
    MDB_val data = {value.size, value.data};
    r = value.failed ? ENOMEM : mdb_put(txn, dbi, &key, &data, 0);
    bytes_release(&value);
    return r;
}

/* Without a head: is there nothing else either? */
static int no_head(MDB_txn *txn)
{
    MDB_dbi dbi;
    MDB_stat stat;
    int r = mdb_dbi_open(txn, NULL, 0, &dbi);
    if (r == 0)
        r = mdb_stat(txn, dbi, &stat);
    return r != 0 ? r : stat.ms_entries == 0 ? -ENODATA : -EINVAL;
}

int head_read(MDB_txn *txn, struct store_head *ret_head)
{
    MDB_dbi dbi;
    MDB_val key = {sizeof(STORE_MAGIC) - 1, (void *)STORE_MAGIC}, data;
    int r = mdb_dbi_open(txn, DB_META, 0, &dbi);
    if (r == MDB_NOTFOUND)
        return no_head(txn);
    if (r == 0)
        r = mdb_get(txn, dbi, &key, &data);
    if (r != 0)
        return r == MDB_NOTFOUND ? -EINVAL : r;
    const uint8_t *value = data.mv_data;
    if (data.mv_size < CHECKSUM + 8 || data.mv_size >= CHECKSUM + 8 + sizeof(ret_head->version) ||
        !record_is_sealed(value, data.mv_size, 0))
        return -EBADMSG;
    memset(ret_head, 0, sizeof(*ret_head));
    ret_head->format = (uint32_t)bytes_decode(value + CHECKSUM, 4);
    ret_head->proofs = (uint32_t)bytes_decode(value + CHECKSUM + 4, 4);
    memcpy(ret_head->version, value + CHECKSUM + 8, data.mv_size - CHECKSUM - 8);
    plain_make(ret_head->version);
    return 0;
}

int head_raise(MDB_txn *txn, unsigned format)
{
    struct store_head head;
    int r = head_read(txn, &head);
    return r != 0 || head.format >= format ? r : head_write(txn, format);
}

int head_check(const struct store_head *head, struct error *err)
{
    if (head->format < STORE_FORMAT_LEAST || head->format > STORE_FORMAT)
        return error_set(
            err, -EPROTO,
            "made by solve %s in format %u: this version, %s, reads formats %d to %d only",
            head->version, head->format, SOLVE_VERSION, STORE_FORMAT_LEAST, STORE_FORMAT);
    if (head->proofs != STORE_PROOFS)
        return error_set(err, -EPROTO,
                         "made by solve %s, whose proofs (%u) mean something else than those of "
                         "this version, %s (%d)",
                         head->version, head->proofs, SOLVE_VERSION, STORE_PROOFS);
    return 0;
}
