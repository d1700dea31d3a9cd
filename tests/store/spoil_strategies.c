/*
 * spoil-strategies DIR SEED: changes what runs that were stopped left of where they were in
 * searches for strategies in the store in DIR - paths, weights, and of heads what tells of both -
 * with checksums that are right, and seals the store. Prints how many records there were. For the
 * tests only.
 */
#include <stdlib.h>
#include <string.h>

#include "store/spoil.h"
#include "store/strategies/strategies.h"

/* At the end of a head: what it says besides its lists. */
#define HEAD_TAIL 56

/* Of a path about one byte in sixteen is another one, of what else there is a few. */
static void spoil(struct bytes *value, int kind)
{
    size_t from = kind == STRATEGIES_HEAD ? value->size - HEAD_TAIL : CHECKSUM + 4;
    size_t times = kind == STRATEGIES_PATH ? (value->size - from) / 16 + 1 : 1 + spoil_draw(4);
    for (; times > 0 && from < value->size; times--)
        value->data[from + spoil_draw(value->size - from)] =
            (uint8_t)spoil_draw(spoil_draw(2) == 0 ? 4 : 256);
}

static bool is_spoilt(int kind)
{
    return kind == STRATEGIES_HEAD || kind == STRATEGIES_PATH || kind == STRATEGIES_WEIGHTS ||
           kind == STRATEGIES_DRAFT;
}

static int spoil_one(const char *name, const MDB_val *key, struct bytes *value)
{
    struct strategies_key own = {.size = key->mv_size};
    struct record_shape shape;
    int kind = ((const uint8_t *)key->mv_data)[2];
    if (strategies_shape(name + strlen(DB_STRATEGIES), &shape) < 0)
        return -1;
    if (!is_spoilt(kind))
        return 0;
    memcpy(own.bytes, key->mv_data, key->mv_size);
    spoil(value, kind);
    strategies_seal(value, &shape, &own);
    return 1;
}

static int spoil_all(MDB_txn *txn)
{
    return spoil_records(txn, DB_STRATEGIES, spoil_one);
}

int main(int argc, char **argv)
{
    return argc == 3 ? spoil_store(argv[1], strtoull(argv[2], NULL, 10), spoil_all) : 1;
}
