/*
 * Solving positions again, from nothing, to see whether their records are right. Those that are
 * count as proved here from then on.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "solve/analysis.h"
#include "store/file/record.h"
#include "store/handle/look.h"
#include "store/roots/root_check.h"
#include "store/roots/root_find.h"
#include "store/roots/root_game.h"
#include "store/verify/sample.h"
#include "store/walk/walk.h"

struct root_choice {
    struct sample sample;
    uint8_t (*keys)[STORE_KEY];
    size_t room;
    bool failed; /* memory ran out */
};

static bool choose_root(void *arg, const char *name, const MDB_val *key, const MDB_val *value,
                        bool sound)
{
    struct root_choice *choice = arg;
    (void)value;
    if (!sound || strcmp(name, DB_ROOTS) != 0)
        return true;
    uint64_t at = sample_place(&choice->sample);
    if (at == UINT64_MAX)
        return true;
    void *keys = choice->keys;
    choice->failed = array_reserve(&keys, at + 1, &choice->room, STORE_KEY) < 0;
    choice->keys = keys;
    if (!choice->failed)
        memcpy(choice->keys[at], key->mv_data, STORE_KEY);
    return !choice->failed;
}

/* A record that was chosen, and its position. */
struct chosen_root {
    struct root_facts facts;
    struct root_game root;
    struct bytes text; /* of the key */
};

static void chosen_release(struct chosen_root *chosen)
{
    analysis_release(&chosen->facts.analysis);
    root_game_release(&chosen->root);
    bytes_release(&chosen->text);
    *chosen = (struct chosen_root){0};
}

static struct bytes graph_of(struct store *store, const struct bytes *text)
{
    struct bytes graph = {0};
    MDB_txn *txn = NULL;
    if (look_begin(store, &txn) != 0)
        return graph;
    MDB_val found =
        root_game_graph_text(txn, store->tables_dbi, (const char *)text->data, text->size);
    if (found.mv_size > 0)
        bytes_put(&graph, found.mv_data, found.mv_size);
    look_end(store, txn);
    return graph;
}

/* Makes its position. Returns as root_game_make(). */
static int make_chosen(struct store *store, const struct root_record *record,
                       struct chosen_root *chosen)
{
    const char *why;
    bytes_put(&chosen->text, record->text, record->length);
    struct bytes graph = graph_of(store, &chosen->text);
    int r = root_game_make(record->text, record->length, (const char *)graph.data, graph.size,
                           &chosen->root, &why);
    bytes_release(&graph);
    return r;
}

/* Reads the record of a key. Returns 1; 0 where it is gone, or of another version's rules; or a
 * negative errno. */
static int read_chosen(struct store *store, const uint8_t *key, struct chosen_root *ret_chosen)
{
    struct chosen_root chosen = {0};
    struct root_record record;
    struct bytes value = {0};
    int r = look_get(store, store->roots, key, &value);
    if (r == 1) {
        int read = root_record_read(key, value.data, value.size, &record);
        r = read == 0 ? 1 : read == -EBADMSG ? 0 : read;
    }
    if (r == 1) {
        chosen.facts = record.facts;
        r = make_chosen(store, &record, &chosen);
    }
    bytes_release(&value);
    if (r == 1)
        *ret_chosen = chosen;
    else
        chosen_release(&chosen);
    return r == -EBADMSG ? 0 : r;
}

static bool is_within(const struct bounds *inner, const struct bounds *outer)
{
    return inner->lower_min >= outer->lower_min && inner->lower_max <= outer->lower_max &&
           inner->upper_min >= outer->upper_min && inner->upper_max <= outer->upper_max;
}

/* Are all bounds of the record proved? */
static bool is_proved(const struct analysis *record, const struct analysis *found)
{
    bool proved = is_within(&found->bounds, &record->bounds) &&
                  (record->move_count == 0 || record->move_count == found->move_count);
    for (size_t i = 0; i < record->move_count && proved; i++)
        proved = is_within(&found->moves[i].bounds, &record->moves[i].bounds);
    return proved;
}

/* Can the record and the result both be true? Returns 1, 0 or -ENOMEM. */
static int agree(const struct chosen_root *chosen, const struct root_facts *found)
{
    struct root_facts merged;
    const char *why;
    int komi = chosen->root.komi_half_points;
    int r = root_merge(&chosen->facts, found, komi, &merged);
    if (r == 0) {
        r = root_check(&chosen->root.game, komi, &merged, &why);
        analysis_release(&merged.analysis);
    }
    return r == -EBADMSG ? 0 : r == 0 ? 1 : r;
}

static bool has_moves(const struct analysis *record)
{
    for (size_t i = 0; i < record->move_count; i++)
        if (bounds_known(&record->moves[i].bounds))
            return true;
    return false;
}

/* Solves the position as far as the record does. */
static int solve_again(const struct chosen_root *chosen, const struct verify_options *options,
                       struct analysis_options *with, struct root_facts *ret_found)
{
    *with = (struct analysis_options){
        .limits = {.max_nodes = options->max_nodes,
                   .max_bytes = SAMPLE_BYTES,
                   .interrupted = options->interrupted},
        .komi_half_points = chosen->root.komi_half_points,
        .value_only = !has_moves(&chosen->facts.analysis),
        .threads = 1,
    };
    int r = analysis_run(&chosen->root.game, with, &ret_found->analysis);
    ret_found->flags = 0;
    return r;
}

static int try_root(struct store *store, const struct chosen_root *chosen,
                    const struct verify_options *options, struct verify_result *result)
{
    struct root_facts found;
    struct analysis_options with;
    struct root_key key = {.text = chosen->text};
    int r = solve_again(chosen, options, &with, &found);
    if (r < 0)
        return r;
    r = agree(chosen, &found);
    bool proved = r == 1 && is_proved(&chosen->facts.analysis, &found.analysis);
    result->tried++;
    result->proved += proved;
    result->undecided += r == 1 && !proved;
    if (r == 0 && result->refuted++ == 0)
        snprintf(result->first, sizeof(result->first), "%.*s", (int)chosen->text.size,
                 (const char *)chosen->text.data);
    if (proved && (chosen->facts.flags & ROOT_IMPORTS) && !store->read_only) {
        record_hash(key.text.data, key.text.size, key.hash);
        root_save(store, &chosen->root.game, &key, &with, &found.analysis, true);
    }
    analysis_release(&found.analysis);
    return r < 0 ? r : 0;
}

static int try_all(struct store *store, const struct root_choice *choice,
                   const struct verify_options *options, struct verify_result *result)
{
    int r = 0;
    for (uint64_t i = 0; i < choice->sample.count && r == 0 && !sample_is_interrupted(options);
         i++) {
        struct chosen_root chosen;
        sample_tell(options, i, choice->sample.count);
        r = read_chosen(store, choice->keys[i], &chosen);
        if (r != 1) {
            result->tried++;
            result->undecided++;
            continue;
        }
        r = try_root(store, &chosen, options, result);
        chosen_release(&chosen);
    }
    for (char *at = result->first; *at != '\0'; at++)
        if (*at == '\n')
            *at = ' ';
    return r;
}

int verify_roots(struct store *store, const struct verify_options *options,
                 struct verify_result *ret_result, struct error *err)
{
    struct root_choice choice = {.sample = sample_begin(options)};
    struct walk_result walked;
    *ret_result = (struct verify_result){0};
    walk_store(store->env, choose_root, &choice, &walked);
    int r = choice.failed ? -ENOMEM : walked.code != 0 && walked.code != -ENODATA ? -EIO : 0;
    if (r == 0)
        r = try_all(store, &choice, options, ret_result);
    free(choice.keys);
    return r < 0 ? error_set(err, r, "cannot solve the positions again: %s", strerror(-r)) : 0;
}
