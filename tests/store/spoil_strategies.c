/*
 * spoil-strategies DIR SEED [drafts|made|lost]: changes what runs that were stopped left of where
 * they were in searches for strategies in the store in DIR - paths, weights, and of heads what
 * tells of both
 * - with checksums that are right, and seals the store. Prints how many records there were. drafts:
 * only replies of a draft are changed, which the next run takes up. made: the same of one strategy
 * that was made. lost: the draft is said to be whole, and the states of all tables are lost. For
 * the tests only.
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

static int kind_of(const MDB_val *key)
{
    return ((const uint8_t *)key->mv_data)[2];
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
    if (strategies_shape(name + strlen(DB_STRATEGIES), &shape) < 0)
        return -1;
    if (!is_spoilt(kind_of(key)))
        return 0;
    memcpy(own.bytes, key->mv_data, key->mv_size);
    spoil(value, kind_of(key));
    strategies_seal(value, &shape, &own);
    return 1;
}

static int spoil_all(MDB_txn *txn)
{
    return spoil_records(txn, DB_STRATEGIES, spoil_one);
}

/* --- drafts --- */

/* The draft that is being read, or the strategy that was made, and where it was. */
static enum strategies_kind draft_kind = STRATEGIES_DRAFT;
static struct strategy_draft draft;
static struct strategies_id draft_id;
static char draft_name[DATABASE_NAME_MAX];

static int read_draft(const char *name, const MDB_val *key, struct bytes *value)
{
    struct record_shape shape;
    const MDB_val data = {value->size, value->data};
    bool other = draft.count > 0 && draft_id.table != strategies_key_number(key);
    if (kind_of(key) != (int)draft_kind || (other && draft_kind == STRATEGIES_MADE))
        return 0;
    strcpy(draft_name, name);
    uint32_t chunk = draft_id.table == strategies_key_number(key) ? draft_id.chunk + 1 : 0;
    strategies_read_key(key, &draft_id);
    draft_id.table = strategies_key_number(key);
    draft_id.chunk = chunk;
    if (strategies_shape(name + strlen(DB_STRATEGIES), &shape) < 0 ||
        !strategies_read_draft(&shape, key, &data, &draft))
        return -1;
    return 1;
}

/* A draft's number is its hash, so that what was spoilt goes under another one; that of a strategy
 * that was made is its query's name. */
static int write_draft(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape)
{
    bool made = draft_kind == STRATEGIES_MADE;
    if (made)
        draft.name = draft_id.table;
    uint64_t hash = draft_hash(&draft);
    struct strategies_id id = {draft_id.attacker, draft_id.margin, made ? draft.name : hash, 0};
    int r = 0;
    for (size_t place = 0; r == 0 && place < draft.count; id.chunk++) {
        struct bytes value = {0};
        struct strategies_key key = strategies_key(draft_kind, &id);
        strategies_put_draft(&value, &draft, made ? hash : draft.name, &place);
        strategies_seal(&value, shape, &key);
        MDB_val own = {key.size, key.bytes}, data = {value.size, value.data};
        r = mdb_put(txn, dbi, &own, &data, 0);
        bytes_release(&value);
    }
    for (; r == 0 && !made && draft_id.chunk != UINT32_MAX; draft_id.chunk--) {
        struct strategies_key key = strategies_key(STRATEGIES_DRAFT, &draft_id);
        MDB_val own = {key.size, key.bytes};
        r = mdb_del(txn, dbi, &own, NULL);
    }
    return r;
}

/* Reads the store's draft. Returns how many records were met, or -1. */
static int open_draft(MDB_txn *txn, struct record_shape *ret_shape, MDB_dbi *ret_dbi)
{
    int count = spoil_records(txn, DB_STRATEGIES, read_draft);
    if (count <= 0 || strategies_shape(draft_name + strlen(DB_STRATEGIES), ret_shape) < 0 ||
        mdb_dbi_open(txn, draft_name, 0, ret_dbi) != 0)
        return -1;
    return count;
}

/* One to four replies become another point, or unknown; of one store in two the draft claims to be
 * whole. What follows a reply that is another one is not taken up, so that they are few. */
static int spoil_draft(MDB_txn *txn)
{
    struct record_shape shape;
    MDB_dbi dbi;
    int count = open_draft(txn, &shape, &dbi);
    if (count < 0)
        return -1;
    for (uint64_t times = 1 + spoil_draw(4); times > 0; times--)
        draft.replies[spoil_draw(draft.count)].point =
            spoil_draw(20) == 0 ? DRAFT_OPEN : (uint8_t)spoil_draw((uint64_t)shape.points + 1);
    draft.whole = draft_kind == STRATEGIES_MADE || spoil_draw(2) == 0;
    return write_draft(txn, dbi, &shape) == 0 ? count : -1;
}

static int delete_states(MDB_txn *txn, MDB_dbi dbi)
{
    MDB_cursor *cursor;
    MDB_val key, data;
    int r = mdb_cursor_open(txn, dbi, &cursor);
    while (r == 0 && mdb_cursor_get(cursor, &key, &data, MDB_NEXT) == 0)
        if (kind_of(&key) == STRATEGIES_CHUNK)
            r = mdb_cursor_del(cursor, 0);
    mdb_cursor_close(cursor);
    return r;
}

static int lose_states(MDB_txn *txn)
{
    struct record_shape shape;
    MDB_dbi dbi;
    int count = open_draft(txn, &shape, &dbi);
    if (count < 0)
        return -1;
    draft.whole = true;
    return write_draft(txn, dbi, &shape) == 0 && delete_states(txn, dbi) == 0 ? count : -1;
}

int main(int argc, char **argv)
{
    int (*change)(MDB_txn *) = argc == 3 ? spoil_all : NULL;
    if (argc == 4 && strcmp(argv[3], "made") == 0)
        draft_kind = STRATEGIES_MADE;
    if (argc == 4 && (draft_kind == STRATEGIES_MADE || strcmp(argv[3], "drafts") == 0))
        change = spoil_draft;
    else if (argc == 4 && strcmp(argv[3], "lost") == 0)
        change = lose_states;
    return change != NULL ? spoil_store(argv[1], strtoull(argv[2], NULL, 10), change) : 1;
}
