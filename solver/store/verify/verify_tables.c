/*
 * Making tables of positions again, to see whether those that are stored are right. That is a
 * proof. Comparing positions with their moves (verify_values.c) is none: positions that lead to
 * each other may vouch for each other.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/handle/look.h"
#include "store/handle/subtable.h"
#include "store/handle/transaction.h"
#include "store/values/values.h"
#include "store/verify/sample.h"
#include "store/verify/stage.h"
#include "store/walk/walk.h"

struct remaking {
    struct store *store;
    const struct verify_options *options;
    struct subtable *subtable;
    struct values_table there;
    enum board_table_kind kind;
};

enum outcome_of_table { TABLE_PROVED, TABLE_UNDECIDED, TABLE_REFUTED };

static bool must_stop(void *arg)
{
    const struct remaking *remaking = arg;
    return sample_is_interrupted(remaking->options);
}

/* Copies the sound chunk under a key; leaves *value empty if there is none. Returns 0 or a negative
 * errno. */
static int get_chunk(const struct remaking *remaking, const struct values_key *key,
                     struct bytes *value)
{
    MDB_txn *txn = NULL;
    MDB_val data;
    if (look_begin(remaking->store, &txn) != 0)
        return -EIO;
    int r = values_get(txn, remaking->there.dbi, &remaking->subtable->shape, key, &data);
    value->size = 0;
    if (r == 0)
        bytes_put(value, data.mv_data, data.mv_size);
    look_end(remaking->store, txn);
    return value->failed ? -ENOMEM : r == 0 || r == MDB_NOTFOUND ? 0 : -EIO;
}

/* Compares a chunk. Stored bounds that are better than those made again may be true, but nothing
 * here proves them. */
static int compare_chunk(const struct remaking *remaking, const struct bytes *made,
                         const struct bytes *there, enum outcome_of_table *outcome)
{
    struct bytes more = {0};
    int r = there->size == 0
                ? 1
                : values_merge(&remaking->subtable->shape, remaking->kind, made, there, &more);
    bytes_release(&more);
    if (r == -EBADMSG)
        *outcome = TABLE_REFUTED;
    else if (r == 1 && *outcome == TABLE_PROVED)
        *outcome = TABLE_UNDECIDED;
    return r == -ENOMEM ? r : 0;
}

static int compare_table(const struct remaking *remaking, const struct board_table *made,
                         enum outcome_of_table *ret_outcome)
{
    const struct record_shape *shape = &remaking->subtable->shape;
    uint32_t *order = board_table_order(made), count = made->positions.orbit_count;
    struct bytes own = {0}, there = {0};
    int r = order != NULL ? 0 : -ENOMEM;
    *ret_outcome = remaking->there.head.boards == count ? TABLE_PROVED : TABLE_REFUTED;
    for (uint32_t at = 0; at < count && r == 0; at += CHUNK_BOARDS) {
        uint32_t boards = count - at < CHUNK_BOARDS ? count - at : CHUNK_BOARDS;
        struct values_key key =
            values_key(shape, VALUES_CHUNK, &made->positions.orbits[order[at]].canonical, 0);
        own.size = 0;
        values_put_chunk(&own, shape, made, order + at, boards);
        values_seal(&own, shape);
        r = own.failed ? -ENOMEM : get_chunk(remaking, &key, &there);
        if (r == 0)
            r = compare_chunk(remaking, &own, &there, ret_outcome);
    }
    bytes_release(&own);
    bytes_release(&there);
    free(order);
    return r;
}

/* Writes the head again, without the mark. */
static int write_unmarked(struct transaction *transaction, void *arg)
{
    const struct remaking *remaking = arg;
    struct values_head head = remaking->there.head;
    struct bytes value = {0};
    struct values_key key = values_key(&remaking->subtable->shape, VALUES_HEAD, NULL, 0);
    head.imported = false;
    values_put_head(&value, &head);
    int r = values_write(transaction->txn, remaking->there.dbi, &remaking->subtable->shape, &key,
                         &value);
    bytes_release(&value);
    return r;
}

static int remake(struct remaking *remaking, const struct game *game, struct verify_result *result)
{
    const struct table_work work = {.threads = remaking->options->threads,
                                    .max_bytes = remaking->options->max_bytes,
                                    .stop = must_stop,
                                    .arg = remaking};
    struct board_table made;
    enum outcome_of_table outcome = TABLE_UNDECIDED;
    int r = board_table_init(&made, game->graph, &game->rules, &work);
    if (r == 0) {
        r = compare_table(remaking, &made, &outcome);
        board_table_release(&made);
    }
    if (r == -EINTR)
        return 0;
    result->tried++;
    result->proved += outcome == TABLE_PROVED;
    result->undecided += outcome == TABLE_UNDECIDED;
    if (outcome == TABLE_REFUTED && result->refuted++ == 0)
        snprintf(result->first, sizeof(result->first), "%s", remaking->subtable->name);
    if (r == 0 && outcome == TABLE_PROVED && remaking->there.head.imported &&
        !remaking->store->read_only)
        return transaction_run(remaking->store, false, write_unmarked, remaking) == 0 ? 0 : -EIO;
    return r == -ENOSPC ? 0 : r;
}

static int try_table(struct store *store, const struct game *game,
                     const struct verify_options *options, struct verify_result *result)
{
    struct remaking remaking = {.store = store,
                                .options = options,
                                .subtable = subtable_of_game(store, game),
                                .kind = board_table_kind(&game->rules)};
    if (remaking.subtable == NULL)
        return -ENOMEM;
    int r = values_open(store, game, &remaking.there);
    if (r != 1)
        return r;
    r = remake(&remaking, game, result);
    values_close(&remaking.there);
    return r;
}

/* --- all tables --- */

struct names {
    char **list;
    size_t count, room;
    bool failed;
};

static bool note_table(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                       bool sound)
{
    struct names *names = arg;
    (void)value;
    if (!sound || strncmp(name, DB_VALUES, strlen(DB_VALUES)) != 0 ||
        *(const uint8_t *)key->mv_data != VALUES_HEAD)
        return true;
    char *copy = strdup(name + strlen(DB_VALUES));
    names->failed = copy == NULL || array_reserve((void **)&names->list, names->count + 1,
                                                  &names->room, sizeof(*names->list)) < 0;
    if (names->failed)
        free(copy);
    else
        names->list[names->count++] = copy;
    return !names->failed;
}

static int try_name(struct store *store, const char *name, const struct verify_options *options,
                    struct verify_result *result)
{
    struct stage stage;
    int r = stage_init(store, name, &stage);
    if (r == -EINVAL) { /* none that this version knows */
        result->tried++;
        result->undecided++;
        return 0;
    }
    if (r == 0) {
        r = try_table(store, &stage.game, options, result);
        stage_release(&stage);
    }
    return r;
}

int verify_tables(struct store *store, const struct verify_options *options,
                  struct verify_result *ret_result, struct error *err)
{
    struct names names = {0};
    struct walk_result walked;
    *ret_result = (struct verify_result){0};
    walk_store(store->env, note_table, &names, &walked);
    int r = names.failed ? -ENOMEM : walked.code != 0 && walked.code != -ENODATA ? -EIO : 0;
    for (uint64_t i = 0; i < names.count; i++) {
        sample_tell(options, i, names.count);
        if (r == 0 && !sample_is_interrupted(options))
            r = try_name(store, names.list[i], options, ret_result);
        free(names.list[i]);
    }
    free(names.list);
    return r < 0 ? error_set(err, r, "cannot make the tables again: %s", strerror(-r)) : 0;
}
