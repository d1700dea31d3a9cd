/*
 * Writing records of positions. What is there is looked at in the same transaction and merged with
 * what comes (root_merge.h), so that a slower process, or an import, takes nothing away.
 *
 * Of two records that contradict each other one is false. What was proved here is believed more
 * than what was imported, or rests on it; of two alike neither stays. An import that contradicts
 * what is there is refused as a whole.
 */
#include "store/roots/root_put.h"

#include <errno.h>
#include <string.h>

#include "store/handle/subtable.h"
#include "store/handle/transaction.h"
#include "store/roots/root_check.h"
#include "store/roots/root_game.h"

struct putting {
    struct transaction *transaction;
    const struct pending *item;
    struct root_record added; /* whose text lies in item */
    struct root_record there; /* what was written before */
    struct root_facts merged; /* of the two */
    struct root_game root;
    bool known; /* root is made */
};

/* Describes a graph file's board in `tables`, so that whoever reads the record can play it. */
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

/* Returns 0, -EBADMSG or -ENOMEM. */
static int make_game(struct putting *putting)
{
    const char *why;
    const struct root_record *added = &putting->added;
    MDB_val graph =
        root_game_graph_text(putting->transaction->txn, putting->transaction->store->tables_dbi,
                             added->text, added->length);
    int r = root_game_make(added->text, added->length, graph.mv_data, graph.mv_size, &putting->root,
                           &why);
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

/* Reads the record that is there; one that is not sound is as good as none. Returns 1, 0 or an
 * error. */
static int read_there(struct putting *putting)
{
    struct store *store = putting->transaction->store;
    MDB_txn *txn = putting->transaction->txn;
    MDB_val key = {STORE_KEY, (void *)putting->item->key}, data;
    int r = mdb_get(txn, store->roots, &key, &data);
    if (r != 0)
        return r == MDB_NOTFOUND ? 0 : r;
    r = root_check_read(txn, &store->tables_dbi, putting->item->key, &data, &putting->there);
    if (r == 0)
        atomic_fetch_add(&store->damaged, 1);
    return r;
}

static int put(struct putting *putting, const struct root_facts *facts)
{
    struct root_key key = {
        .text = {.data = (uint8_t *)putting->added.text, .size = putting->added.length}};
    struct bytes value = {0};
    MDB_val own = {STORE_KEY, (void *)putting->item->key}, data;
    bool cycles = putting->known && putting->root.game.rules.family->remove_cycle != NULL;
    unsigned format = cycles                        ? STORE_FORMAT_CYCLES
                      : facts->flags & ROOT_IMPORTS ? STORE_FORMAT_IMPORTED
                                                    : 0;
    int r = format > 0 ? transaction_raise_format(putting->transaction, format) : 0;
    root_record_write(&key, &facts->analysis, facts->flags, &value);
    data = (MDB_val){value.size, value.data};
    if (r == 0)
        r = value.failed ? ENOMEM
                         : mdb_put(putting->transaction->txn, putting->transaction->store->roots,
                                   &own, &data, 0);
    bytes_release(&value);
    return r;
}

int root_drop(struct transaction *transaction, const uint8_t key[STORE_KEY])
{
    MDB_val own = {STORE_KEY, (void *)key};
    int r = mdb_del(transaction->txn, transaction->store->roots, &own, NULL);
    return r == MDB_NOTFOUND ? 0 : r;
}

/* The import is not done; what was imported before goes, as nobody knows which of them is right. */
static int refuse_import(struct putting *putting, bool drop_there)
{
    struct transaction *transaction = putting->transaction;
    transaction->refused = true;
    transaction->refused_drop = drop_there;
    memcpy(transaction->refused_key, putting->item->key, STORE_KEY);
    return -EBADMSG;
}

static int settle_contradiction(struct putting *putting)
{
    bool was_proved_here = !(putting->there.facts.flags & ROOT_IMPORTS);
    bool is_proved_here = !(putting->added.facts.flags & ROOT_IMPORTS);
    if (putting->transaction->importing)
        return refuse_import(putting, !was_proved_here);
    putting->transaction->contradicted++;
    if (was_proved_here != is_proved_here)
        return is_proved_here ? put(putting, &putting->added.facts) : 0;
    return root_drop(putting->transaction, putting->item->key);
}

static int put_merged(struct putting *putting)
{
    int r = root_merge(&putting->there.facts, &putting->added.facts, putting->root.komi_half_points,
                       &putting->merged);
    if (r == 0)
        r = check(putting, &putting->merged);
    if (r == -EBADMSG)
        return settle_contradiction(putting);
    if (r < 0)
        return ENOMEM;
    bool same = root_same(&putting->there.facts, &putting->merged) &&
                putting->there.facts.flags == putting->merged.flags &&
                putting->there.facts.analysis.nodes == putting->merged.analysis.nodes;
    return same ? 0 : put(putting, &putting->merged);
}

static int put_added(struct putting *putting)
{
    int r = describe_board(putting);
    if (r != 0)
        return r;
    r = make_game(putting);
    if (r == 0)
        r = check(putting, &putting->added.facts);
    if (r == -EBADMSG) { /* what it was proved from cannot all be true */
        putting->transaction->contradicted++;
        return 0;
    }
    if (r < 0)
        return ENOMEM;
    r = read_there(putting);
    if (r == 0)
        return put(putting, &putting->added.facts);
    return r == 1 ? put_merged(putting) : r == -ENOMEM ? ENOMEM : r;
}

static int put_root(struct transaction *transaction, struct pending *item)
{
    struct putting putting = {.transaction = transaction, .item = item};
    if (root_record_read(item->key, item->data, item->size, &putting.added) < 0)
        return ENOMEM; /* it was written by this process */
    int r = put_added(&putting);
    if (putting.known)
        root_game_release(&putting.root);
    analysis_release(&putting.added.facts.analysis);
    analysis_release(&putting.there.facts.analysis);
    analysis_release(&putting.merged.analysis);
    return r;
}

const struct pending_kind root_kind = {.put = put_root};
