/*
 * Writing records of positions. What is there is looked at in the same transaction and merged with
 * what comes (root_merge.h), so that a slower process, or an import, takes nothing away.
 *
 * Of two records that contradict each other one is false. What was proved here is believed more
 * than what was imported, or rests on it; of two alike neither is kept. An import that contradicts
 * what is there is refused as a whole.
 */
#include "store/roots/root_put.h"

#include <errno.h>
#include <string.h>

#include "store/handle/subtable.h"
#include "store/handle/transaction.h"
#include "store/roots/root_check.h"

struct putting {
    struct transaction *transaction;
    const struct pending *item;
    const char *text; /* of the key, in item */
    size_t length;
    struct root_game root;
    bool known; /* root is made */
    struct root_facts added, kept, merged;
};

/* A graph file's board is told in `tables`, so that whoever reads the record can play it. */
static int describe_board(const struct putting *putting)
{
    const struct subtable *board = putting->item->board;
    MDB_dbi tables = putting->transaction->store->tables_dbi;
    MDB_txn *txn = putting->transaction->txn;
    if (board == NULL || board->graph_text[0] == '\0')
        return 0;
    MDB_val key = {strlen(board->name), (void *)board->name}, data;
    int r = mdb_get(txn, tables, &key, &data);
    return r != MDB_NOTFOUND ? r
                             : subtable_describe(txn, tables, board->name, board->graph_text,
                                                 strlen(board->graph_text));
}

static MDB_val graph_text(const struct putting *putting)
{
    return root_graph_text(putting->transaction->txn, putting->transaction->store->tables_dbi,
                           putting->text, putting->length);
}

/* Returns 0, -EBADMSG or -ENOMEM. */
static int make_game(struct putting *putting)
{
    const char *why;
    MDB_val graph = graph_text(putting);
    int r = root_game_make(putting->text, putting->length, graph.mv_data, graph.mv_size,
                           &putting->root, &why);
    putting->known = r == 1;
    return r < 0 ? r : 0;
}

static int check(const struct putting *putting, const struct root_facts *facts)
{
    const char *why;
    return putting->known
               ? root_check(&putting->root.game, putting->root.komi_half_points, facts, &why)
               : 0;
}

/* The record that is there, sound or as good as none. Returns 1, 0 or an error. */
static int read_kept(struct putting *putting)
{
    const char *why;
    MDB_val key = {STORE_KEY, (void *)putting->item->key}, data, graph = graph_text(putting);
    int r = mdb_get(putting->transaction->txn, putting->transaction->store->roots, &key, &data);
    if (r != 0)
        return r == MDB_NOTFOUND ? 0 : r;
    r = root_read(putting->item->key, data.mv_data, data.mv_size, graph.mv_data, graph.mv_size,
                  &putting->kept, NULL, NULL, &why);
    if (r == 0)
        atomic_fetch_add(&putting->transaction->store->damaged, 1);
    return r;
}

static int put(struct putting *putting, const struct root_facts *facts)
{
    struct root_key key = {.text = {.data = (uint8_t *)putting->text, .size = putting->length}};
    struct bytes value = {0};
    MDB_val own = {STORE_KEY, (void *)putting->item->key}, data;
    int r = facts->flags & ROOT_IMPORTS
                ? transaction_raise_format(putting->transaction, STORE_FORMAT_IMPORTED)
                : 0;
    root_record_write(&key, &facts->analysis, facts->flags, &value);
    data = (MDB_val){value.size, value.data};
    if (r == 0)
        r = value.failed ? ENOMEM
                         : mdb_put(putting->transaction->txn, putting->transaction->store->roots,
                                   &own, &data, 0);
    bytes_release(&value);
    return r;
}

static int drop(struct putting *putting)
{
    MDB_val key = {STORE_KEY, (void *)putting->item->key};
    int r = mdb_del(putting->transaction->txn, putting->transaction->store->roots, &key, NULL);
    return r == MDB_NOTFOUND ? 0 : r;
}

/* The import is not done; what was imported before goes, as nobody knows which of them is right. */
static int refuse_import(struct putting *putting, bool drop_kept)
{
    struct transaction *transaction = putting->transaction;
    transaction->refused = true;
    transaction->refused_drop = drop_kept;
    memcpy(transaction->refused_key, putting->item->key, STORE_KEY);
    return -EBADMSG;
}

static int settle_contradiction(struct putting *putting)
{
    bool kept_here = !(putting->kept.flags & ROOT_IMPORTS);
    bool added_here = !(putting->added.flags & ROOT_IMPORTS);
    if (putting->transaction->importing)
        return refuse_import(putting, !kept_here);
    putting->transaction->contradicted++;
    if (kept_here != added_here)
        return added_here ? put(putting, &putting->added) : 0;
    return drop(putting);
}

static int put_merged(struct putting *putting)
{
    int r = root_merge(&putting->kept, &putting->added, putting->root.komi_half_points,
                       &putting->merged);
    if (r == 0)
        r = check(putting, &putting->merged);
    if (r == -EBADMSG)
        return settle_contradiction(putting);
    if (r < 0)
        return ENOMEM;
    bool same = root_same(&putting->kept, &putting->merged) &&
                putting->kept.flags == putting->merged.flags &&
                putting->kept.analysis.nodes == putting->merged.analysis.nodes;
    return same ? 0 : put(putting, &putting->merged);
}

static int put_added(struct putting *putting)
{
    int r = describe_board(putting);
    if (r != 0)
        return r;
    r = make_game(putting);
    if (r == 0)
        r = check(putting, &putting->added);
    if (r == -EBADMSG) { /* what it was proved from cannot all be true */
        putting->transaction->contradicted++;
        return 0;
    }
    if (r < 0)
        return ENOMEM;
    r = read_kept(putting);
    if (r == 0)
        return put(putting, &putting->added);
    return r == 1 ? put_merged(putting) : r == -ENOMEM ? ENOMEM : r;
}

static int put_root(struct transaction *transaction, struct pending *item)
{
    struct putting putting = {.transaction = transaction, .item = item};
    if (root_record_read(item->key, item->data, item->size, &putting.added.analysis,
                         &putting.added.flags, &putting.text, &putting.length) < 0)
        return ENOMEM; /* it was written by this process */
    int r = put_added(&putting);
    if (putting.known)
        root_game_release(&putting.root);
    analysis_release(&putting.added.analysis);
    analysis_release(&putting.kept.analysis);
    analysis_release(&putting.merged.analysis);
    return r;
}

const struct pending_kind root_kind = {NULL, put_root, false};

int root_drop(struct transaction *transaction, const uint8_t key[STORE_KEY])
{
    MDB_val own = {STORE_KEY, (void *)key};
    int r = transaction_make_databases(transaction);
    if (r == 0)
        r = mdb_del(transaction->txn, transaction->store->roots, &own, NULL);
    return r == MDB_NOTFOUND ? 0 : r;
}
