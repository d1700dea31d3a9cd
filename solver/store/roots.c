/* Positions that were solved, or half solved, before. */
#include "store/inside.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "solve/pv.h"
#include "store/root_check.h"

void handle_rests_on_import(struct store *store, struct subtable *table)
{
    atomic_store(&store->leans, true);
    if (table != NULL)
        atomic_store(&table->leans, true);
}

bool root_is_whole(const struct analysis *analysis, unsigned flags, bool value_only)
{
    if (!(flags & ROOT_FINAL) || !bounds_known(&analysis->bounds))
        return false;
    if ((flags & ROOT_JUDGED) != 0)
        return true;
    for (size_t i = 0; i < analysis->move_count && !value_only; i++)
        if (!bounds_known(&analysis->moves[i].bounds))
            return false;
    return true;
}

bool root_answers(const struct game *game, const struct analysis *known, unsigned flags,
                  const struct analysis_options *options)
{
    if (!options->value_only && !root_is_whole(known, flags & ~(unsigned)ROOT_JUDGED, false) &&
        analysis_is_refined(game, options) == 1)
        return false;
    return root_is_whole(known, flags, options->value_only);
}

/* The record of the root: what was read when the store was opened, or from the store now. */
static int find_record(struct store *store, const struct root_key *key, struct bytes *ret_value)
{
    if (store->answer.size > 0 &&
        memcmp(store->answer_key.hash, key->hash, sizeof(key->hash)) == 0) {
        bytes_put(ret_value, store->answer.data, store->answer.size);
        return ret_value->failed ? -ENOMEM : 1;
    }
    return store->env != NULL && atomic_load(&store->made)
               ? look_get(store, store->roots, key->hash, ret_value)
               : 0;
}

/* Plays the line of a record that was found sound. */
static int keep_line(const struct game *game, struct analysis *analysis)
{
    int r = analysis_replay(game, analysis);
    if (r < 0)
        analysis_release(analysis);
    return r < 0 ? r : 1;
}

int root_find(struct store *store, const struct game *game, const struct root_key *key,
              int komi_half_points, struct root_facts *ret_facts)
{
    const char *text, *why;
    size_t length;
    struct bytes value = {0};
    struct root_facts facts;
    int r = find_record(store, key, &value);
    if (r == 1)
        r = root_record_read(key->hash, value.data, value.size, &facts.analysis, &facts.flags,
                             &text, &length) == 0;
    if (r != 1) {
        bytes_release(&value);
        return r;
    }
    bool same = length == key->text.size && memcmp(text, key->text.data, length) == 0;
    bytes_release(&value);
    r = same ? root_check(game, komi_half_points, &facts, &why) : -EBADMSG;
    if (r < 0) {
        analysis_release(&facts.analysis);
        return r == -EBADMSG ? 0 : r;
    }
    r = keep_line(game, &facts.analysis);
    if (r == 1)
        *ret_facts = facts;
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
    return analysis->pv_complete || !limited;
}

static void keep_root(struct store *store, const struct game *game, const struct root_key *key,
                      const struct analysis_options *options, const struct analysis *analysis,
                      bool final)
{
    struct bytes value = {0};
    assert(store->env != NULL);
    struct subtable *board = subtable_of_game(store, game);
    bool leans = board != NULL && options->certificate == NULL && atomic_load(&board->leans);
    unsigned flags = (options->value_only ? ROOT_VALUE_ONLY : 0) | (final ? ROOT_FINAL : 0) |
                     (analysis->by_strategy ? ROOT_STRATEGY : 0) |
                     (analysis->strategies_done ? ROOT_JUDGED : 0) | (leans ? ROOT_IMPORTS : 0);
    root_record_write(key, analysis, flags, &value);
    struct pending *pending = value.failed ? NULL : malloc(sizeof(*pending) + value.size);
    if (pending != NULL) {
        pending->table = NULL;
        pending->board = board;
        pending->slab = NULL;
        pending->size = value.size;
        memcpy(pending->key, key->hash, STORE_KEY);
        memcpy(pending->data, value.data, value.size);
        writer_add(store, pending);
    }
    bytes_release(&value);
}

/* What is to be kept of a root while it is searched. */
struct root_notes {
    struct store *store;
    const struct game *game;
    const struct root_key *key;
    const struct analysis_options *options;
    uint64_t nodes; /* of earlier runs */
};

static void note_root(void *arg, const struct analysis *analysis)
{
    const struct root_notes *notes = arg;
    struct analysis now = *analysis;
    now.nodes += notes->nodes;
    keep_root(notes->store, notes->game, notes->key, notes->options, &now, false);
}

/* Runs the analysis from what is known. from may be NULL; notes, too: then nothing is kept of it.
 */
static int analyse_on(struct store *store, const struct game *game,
                      const struct analysis_options *options, const struct root_facts *from,
                      struct root_notes *notes, struct analysis *ret_analysis)
{
    struct analysis_options with = *options;
    struct known_move *moves = NULL;
    if (from != NULL) {
        const struct analysis *known = &from->analysis;
        moves = calloc(known->move_count + 1, sizeof(*moves));
        if (moves == NULL)
            return -ENOMEM;
        for (size_t i = 0; i < known->move_count; i++)
            moves[i] = (struct known_move){known->moves[i].move, known->moves[i].bounds};
        with.known = &known->bounds;
        with.known_moves = moves;
        with.known_move_count = known->move_count;
        with.known_by_strategy = (from->flags & ROOT_STRATEGY) != 0;
        with.known_pv = known->pv_complete ? known->pv : NULL;
        with.known_pv_count = known->pv_count;
    }
    if (notes != NULL) {
        with.note = note_root;
        with.note_arg = notes;
    }
    if (store->env != NULL)
        with.persistence = &store->persistence;
    int r = analysis_run(game, &with, ret_analysis);
    free(moves);
    return r;
}

void root_save(struct store *store, const struct game *game, const struct root_key *key,
               const struct analysis_options *options, const struct analysis *analysis)
{
    keep_root(store, game, key, options, analysis, is_final(analysis, options));
}

/* Keeps the end of a run; its own nodes are told, those of all runs kept. */
static void keep_end(const struct root_notes *notes, struct analysis *analysis)
{
    uint64_t nodes = analysis->nodes;
    analysis->nodes += notes->nodes;
    root_save(notes->store, notes->game, notes->key, notes->options, analysis);
    analysis->nodes = nodes;
}

/* Is the record the answer to a run with these options? */
static bool is_answer(const struct store *store, const struct game *game,
                      const struct root_facts *known, const struct analysis_options *options)
{
    if (options->certificate != NULL ||
        !root_is_whole(&known->analysis, known->flags, options->value_only))
        return false;
    /* A store without an environment was opened for this answer alone. */
    return (store->env == NULL && store->answer.size > 0) ||
           root_answers(game, &known->analysis, known->flags, options);
}

/* Can what came out of lemmas and records be true? If not they are left alone: some are false. */
static int look_again(struct store *store, const struct game *game,
                      const struct analysis_options *options, struct analysis *analysis)
{
    const char *why;
    const struct root_facts facts = {.analysis = *analysis};
    int r = root_check(game, options->komi_half_points, &facts, &why);
    if (r != -EBADMSG)
        return r;
    atomic_store(&store->contradicts, true);
    analysis_release(analysis);
    r = analysis_run(game, options, analysis);
    return r < 0 ? r : 1;
}

/* A run from what is known (found: or not). */
static int run(struct store *store, const struct game *game, const struct root_key *key,
               const struct analysis_options *options, const struct root_facts *known,
               struct analysis *ret_analysis)
{
    /* For a certificate all is proved anew. */
    const struct root_facts *from = options->certificate == NULL ? known : NULL;
    struct root_notes notes = {store, game, key, options, from != NULL ? from->analysis.nodes : 0};
    bool keeps = store->env != NULL && !store->read_only;
    if (from != NULL && (from->flags & ROOT_IMPORTS))
        handle_rests_on_import(store, subtable_of_game(store, game));
    int r = analyse_on(store, game, options, from, keeps ? &notes : NULL, ret_analysis);
    int again = r == 0 && store->env != NULL ? look_again(store, game, options, ret_analysis) : 0;
    if (r == 0 && again == 0 && keeps)
        keep_end(&notes, ret_analysis);
    return again < 0 ? again : r;
}

/* The answer that is there, or else a run. */
static int analyse_with(struct store *store, const struct game *game,
                        const struct analysis_options *options, struct analysis *ret_analysis)
{
    struct root_facts known;
    struct root_key key;
    int r = root_key_make(game, options->komi_half_points, &key);
    if (r < 0)
        return r;
    int found = root_find(store, game, &key, options->komi_half_points, &known);
    if (found == 1 && is_answer(store, game, &known, options)) {
        if (known.flags & (options->value_only ? ROOT_IMPORTED : ROOT_IMPORTS))
            handle_rests_on_import(store, NULL);
        known.analysis.nodes = 0;
        *ret_analysis = known.analysis;
        root_key_release(&key);
        return 0;
    }
    if (found != -ENOMEM)
        r = run(store, game, &key, options, found == 1 ? &known : NULL, ret_analysis);
    if (found == 1)
        analysis_release(&known.analysis);
    root_key_release(&key);
    return found == -ENOMEM ? found : r;
}

int stored_analyse(struct store *store, const struct game *game,
                   const struct analysis_options *options, struct analysis *ret_analysis)
{
    /* What is proved with cycles has conditions that the store has no records for. */
    if (store == NULL || game_over(game) || game->rules.family->remove_cycle != NULL)
        return analysis_run(game, options, ret_analysis);
    struct analysis_options rest = *options;
    size_t room = capacity_set(store, options->limits.max_bytes);
    if (rest.limits.max_bytes != 0)
        rest.limits.max_bytes -= room;
    return analyse_with(store, game, &rest, ret_analysis);
}
