/* Records of a table that is being made: what is decided so far, in parts. */
#include "store/values/values_progress.h"

#define PART_BYTES ((size_t)256 << 10)

uint64_t values_progress_parts(uint64_t ranks)
{
    return (ranks + PART_BYTES - 1) / PART_BYTES;
}

/* Puts a part of the ranks; those after moves with a ko follow the others. */
static void put_part(struct bytes *to, const struct table_progress *progress, uint32_t part)
{
    size_t from = part * PART_BYTES, all = progress->rank_count + progress->ko_rank_count;
    size_t end = from + PART_BYTES < all ? from + PART_BYTES : all, split = progress->rank_count;
    record_begin(to);
    bytes_put_number(to, part, 4);
    bytes_put_number(to, (uint64_t)(uint8_t)progress->margin, 1);
    if (from < split)
        bytes_put(to, progress->ranks + from, (end < split ? end : split) - from);
    if (end > split) {
        from = from > split ? from : split;
        bytes_put(to, progress->ko_ranks + (from - split), end - from);
    }
}

static uint32_t part_count(const struct table_progress *progress)
{
    return (uint32_t)values_progress_parts(progress->rank_count + progress->ko_rank_count);
}

int values_progress_write(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
                          const struct table_progress *progress)
{
    struct bytes value = {0};
    int r = 0;
    for (uint32_t part = 0; part < part_count(progress) && r == 0; part++) {
        struct values_key key = values_key(shape, VALUES_PART, NULL, part);
        value.size = 0;
        put_part(&value, progress, part);
        r = values_write(txn, dbi, shape, &key, &value);
    }
    struct values_key key = values_key(shape, VALUES_PROGRESS, NULL, 0);
    value.size = 0;
    record_begin(&value);
    bytes_put_number(&value, (uint64_t)(uint8_t)progress->margin, 1);
    bytes_put_number(&value, progress->rank_count, 8);
    bytes_put_number(&value, progress->ko_rank_count, 8);
    if (r == 0)
        r = values_write(txn, dbi, shape, &key, &value);
    bytes_release(&value);
    return r;
}

static bool read_part(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
                      struct table_progress *progress, uint32_t part)
{
    size_t head = CHECKSUM + 5, from = part * PART_BYTES, split = progress->rank_count;
    size_t left = split + progress->ko_rank_count - from;
    struct values_key key = values_key(shape, VALUES_PART, NULL, part);
    MDB_val data;
    left = left < PART_BYTES ? left : PART_BYTES;
    if (values_get(txn, dbi, shape, &key, &data) != 0 || data.mv_size != head + left)
        return false;
    const uint8_t *value = data.mv_data;
    if (bytes_decode(value + CHECKSUM, 4) != part ||
        value[CHECKSUM + 4] != (uint8_t)progress->margin)
        return false;
    for (size_t i = 0; i < left; i++, from++)
        *(from < split ? &progress->ranks[from] : &progress->ko_ranks[from - split]) =
            value[head + i];
    return true;
}

bool values_progress_read(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
                          struct table_progress *progress)
{
    struct values_key key = values_key(shape, VALUES_PROGRESS, NULL, 0);
    MDB_val data;
    if (values_get(txn, dbi, shape, &key, &data) != 0 || data.mv_size != VALUES_PROGRESS_BYTES)
        return false;
    const uint8_t *value = data.mv_data;
    if (bytes_decode(value + CHECKSUM + 1, 8) != progress->rank_count ||
        bytes_decode(value + CHECKSUM + 9, 8) != progress->ko_rank_count)
        return false;
    progress->margin = (int8_t)value[CHECKSUM];
    for (uint32_t part = 0; part < part_count(progress); part++)
        if (!read_part(txn, dbi, shape, progress, part))
            return false;
    return true;
}
