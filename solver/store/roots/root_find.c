/* Positions that were solved, or half solved, before. */
#include "store/roots/root_find.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "store/handle/handle.h"
#include "store/handle/look.h"
#include "store/handle/subtable.h"
#include "store/handle/writer.h"
#include "store/roots/root_check.h"
#include "store/roots/root_put.h"

bool root_is_whole(const struct analysis *analysis, unsigned flags, bool value_only)
{
    if (!(flags & ROOT_FINAL) || !bounds_known(&analysis->bounds))
        return false;
    if ((flags & ROOT_STRATEGIES_DONE) != 0)
        return true;
    for (size_t i = 0; i < analysis->move_count && !value_only; i++)
        if (!bounds_known(&analysis->moves[i].bounds))
            return false;
    return true;
}

/* The record of the root: what was read when the store was opened, or from the store now. */
static int find_record(struct store *store, const struct root_key *key, struct bytes *ret_value)
{
    if (store->answer.size > 0 && memcmp(store->answer_key, key->hash, STORE_KEY) == 0) {
        bytes_put(ret_value, store->answer.data, store->answer.size);
        return ret_value->failed ? -ENOMEM : 1;
    }
    return store->env != NULL && atomic_load(&store->made)
               ? look_get(store, store->roots, key->hash, ret_value)
               : 0;
}

/* Why the principal variation of a record ends early, which records do not tell: where a run
 * without limits would find no more it is one of two reasons. */
static enum stop_reason why_short(const struct root_facts *facts)
{
    const struct analysis *analysis = &facts->analysis;
    if (analysis->pv_complete || !(facts->flags & ROOT_FINAL))
        return STOP_NONE;
    return analysis->pv_count >= ANALYSIS_PV_MAX ? STOP_LENGTH : STOP_UNDECIDED;
}

/* Plays the line of a record that was found sound. */
static int play_pv(const struct game *game, struct analysis *analysis)
{
    int r = analysis_replay(game, analysis);
    if (r < 0)
        analysis_release(analysis);
    return r < 0 ? r : 1;
}

int root_find(struct store *store, const struct game *game, const struct root_key *key,
              int komi_half_points, struct root_facts *ret_facts)
{
    const char *why;
    struct bytes value = {0};
    struct root_record record;
    int r = find_record(store, key, &value);
    if (r == 1)
        r = root_record_read(key->hash, value.data, value.size, &record) == 0;
    if (r != 1) {
        bytes_release(&value);
        return r;
    }
    bool same =
        record.length == key->text.size && memcmp(record.text, key->text.data, record.length) == 0;
    bytes_release(&value);
    r = same ? root_check(game, komi_half_points, &record.facts, &why) : -EBADMSG;
    if (r < 0) {
        analysis_release(&record.facts.analysis);
        return r == -EBADMSG ? 0 : r;
    }
    record.facts.analysis.pv_stopped = why_short(&record.facts);
    r = play_pv(game, &record.facts.analysis);
    if (r == 1)
        *ret_facts = record.facts;
    return r;
}

/* Would a run without limits find nothing more? */
static bool is_final(const struct analysis *analysis, const struct analysis_options *options)
{
    const struct limits *limits = &options->limits;
    if (analysis->stopped != STOP_NONE || !bounds_known(&analysis->bounds))
        return false;
    bool limited = limits->max_nodes != 0 || limits->deadline > 0 ||
                   (limits->interrupted != NULL && atomic_load(limits->interrupted));
    /* Where only a claim is asked the line is not always looked for. */
    return analysis->pv_complete ||
           (!limited && !options->asks && analysis->pv_stopped != STOP_MEMORY);
}

/* Queues a record for writing. Returns 0 or -ENOMEM. */
static int add_record(struct store *store, struct subtable *board, const struct root_key *key,
                      const struct analysis *analysis, unsigned flags)
{
    struct bytes value = {0};
    root_record_write(key, analysis, flags, &value);
    struct pending *pending =
        value.failed ? NULL : pending_new(&root_kind, NULL, key->hash, value.size);
    if (pending != NULL) {
        pending->board = board;
        memcpy(pending->data, value.data, value.size);
        writer_add(store, pending);
    }
    bytes_release(&value);
    return pending != NULL ? 0 : -ENOMEM;
}

void root_save(struct store *store, const struct game *game, const struct root_key *key,
               const struct analysis_options *options, const struct analysis *analysis, bool at_end)
{
    assert(store->env != NULL);
    struct subtable *board = subtable_of_game(store, game);
    bool rests_on_import =
        board != NULL && options->certificate == NULL && atomic_load(&board->rests_on_import);
    bool final = at_end && is_final(analysis, options);
    unsigned flags = (options->value_only ? ROOT_VALUE_ONLY : 0) | (final ? ROOT_FINAL : 0) |
                     (analysis->by_strategy ? ROOT_STRATEGY : 0) |
                     (analysis->strategies_done ? ROOT_STRATEGIES_DONE : 0) |
                     (rests_on_import ? ROOT_IMPORTS : 0);
    if (add_record(store, board, key, analysis, flags) < 0 && at_end)
        handle_fail(store, "cannot write", ENOMEM);
}

int root_add(struct store *store, const struct game *game, int komi_half_points,
             const struct bounds *bounds, const char **ret_why)
{
    const struct root_facts facts = {
        .analysis = {.bounds = *bounds, .cycle_from = -1, .threads = 1}};
    struct root_key key;
    assert(store->env != NULL);
    int r = root_check(game, komi_half_points, &facts, ret_why);
    if (r == 0)
        r = root_key_make(game, komi_half_points, &key);
    if (r < 0)
        return r;
    r = add_record(store, subtable_of_game(store, game), &key, &facts.analysis, 0);
    root_key_release(&key);
    return r;
}
