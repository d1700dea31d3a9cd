/* Positions that were solved, or half solved, before. */
#include "store/inside.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/line.h"

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

/* Plays the line on a copy of game. Returns 0, -ENOMEM, or -EBADMSG where it is not legal. */
static int play_line(const struct game *game, struct analysis *analysis)
{
    size_t count = analysis->line_count;
    analysis->line_count = 0;
    int r = line_keep(game, analysis);
    for (size_t i = 0; i < count && r == 0; i++) {
        struct verdict verdict = {0};
        if (!game_over(&analysis->game))
            r = game_play(&analysis->game, analysis->line[i], &verdict);
        if (r == 0 && !verdict.legal)
            r = -EBADMSG;
    }
    analysis->line_count = count;
    return r;
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
               ? store_get(store, store->roots, key->hash, ret_value)
               : 0;
}

int root_find(struct store *store, const struct game *game, const struct root_key *key,
              struct analysis *ret_analysis, unsigned *ret_flags)
{
    const char *text;
    size_t length;
    struct bytes value = {0};
    int r = find_record(store, key, &value);
    if (r == 1 && (!root_record_read(key->hash, value.data, value.size, ret_analysis, ret_flags,
                                     &text, &length) ||
                   length != key->text.size || memcmp(text, key->text.data, length) != 0))
        r = 0;
    if (r == 1) {
        int played = play_line(game, ret_analysis);
        if (played < 0) {
            analysis_release(ret_analysis);
            r = played == -EBADMSG ? 0 : played;
        }
    }
    bytes_release(&value);
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
    return analysis->line_complete || !limited;
}

static void keep_root(struct store *store, const struct root_key *key,
                      const struct analysis_options *options, const struct analysis *analysis,
                      bool final)
{
    struct bytes value = {0};
    assert(store->env != NULL);
    unsigned flags = (options->value_only ? ROOT_VALUE_ONLY : 0) | (final ? ROOT_FINAL : 0) |
                     (analysis->by_strategy ? ROOT_STRATEGY : 0) |
                     (analysis->judged ? ROOT_JUDGED : 0);
    root_record_write(key, analysis, flags, &value);
    struct pending *pending = value.failed ? NULL : malloc(sizeof(*pending) + value.size);
    if (pending != NULL) {
        pending->table = NULL;
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
    const struct root_key *key;
    const struct analysis_options *options;
    uint64_t nodes; /* of earlier runs */
};

static void note_root(void *arg, const struct analysis *analysis)
{
    const struct root_notes *notes = arg;
    struct analysis now = *analysis;
    now.nodes += notes->nodes;
    keep_root(notes->store, notes->key, notes->options, &now, false);
}

/* Runs the analysis from what is known. known may be NULL; notes, too: then only the end is kept.
 */
static int analyse_on(struct store *store, const struct game *game,
                      const struct analysis_options *options, const struct analysis *known,
                      unsigned flags, struct root_notes *notes, struct analysis *ret_analysis)
{
    struct analysis_options with = *options;
    struct known_move *moves = NULL;
    if (known != NULL) {
        moves = calloc(known->move_count + 1, sizeof(*moves));
        if (moves == NULL)
            return -ENOMEM;
        for (size_t i = 0; i < known->move_count; i++)
            moves[i] = (struct known_move){known->moves[i].move, known->moves[i].bounds};
        with.known = &known->bounds;
        with.known_moves = moves;
        with.known_move_count = known->move_count;
        with.known_by_strategy = (flags & ROOT_STRATEGY) != 0;
        with.known_line = known->line_complete ? known->line : NULL;
        with.known_line_count = known->line_count;
    }
    if (notes != NULL) {
        with.note = note_root;
        with.note_arg = notes;
    }
    if (store->env != NULL)
        with.memory = &store->memory;
    int r = analyse(game, &with, ret_analysis);
    free(moves);
    return r;
}

int store_analyse(struct store *store, const struct game *game,
                  const struct analysis_options *options, struct analysis *ret_analysis)
{
    struct analysis known;
    struct root_key key;
    unsigned flags = 0;
    /* What is proved with cycles has conditions that the store has no records for. */
    if (store == NULL || game_over(game) || game->rules.family->remove_cycle != NULL)
        return analyse(game, options, ret_analysis);
    int r = root_key_make(game, options->komi_half_points, &key);
    if (r < 0)
        return r;
    int found = root_find(store, game, &key, &known, &flags);
    bool whole = found == 1 && root_is_whole(&known, flags, options->value_only);
    /* A store without an environment was opened for this answer alone. */
    if (whole && options->certificate == NULL &&
        ((store->env == NULL && store->answer.size > 0) ||
         root_answers(game, &known, flags, options))) {
        known.nodes = 0;
        *ret_analysis = known;
        root_key_release(&key);
        return 0;
    }
    /* For a certificate all is proved anew. What is kept is not replaced by less. */
    bool again = found == 1 && options->certificate != NULL;
    bool more = !(options->value_only && found == 1 && root_is_whole(&known, flags, false));
    const struct analysis *from = found == 1 && !again ? &known : NULL;
    struct root_notes notes = {store, &key, options, from != NULL ? from->nodes : 0};
    r = found == -ENOMEM ? found
                         : analyse_on(store, game, options, from, flags,
                                      store->read_only || again ? NULL : &notes, ret_analysis);
    bool final = r == 0 && is_final(ret_analysis, options);
    if (r == 0 && whole && !again && !final) { /* what it was before it still is */
        final = true;
        ret_analysis->judged = ret_analysis->judged || (flags & ROOT_JUDGED) != 0;
    }
    if (r == 0 && !store->read_only && (!again || (final && more))) {
        uint64_t nodes = ret_analysis->nodes;
        ret_analysis->nodes += notes.nodes;
        keep_root(store, &key, options, ret_analysis, final);
        ret_analysis->nodes = nodes;
    }
    if (found == 1)
        analysis_release(&known);
    root_key_release(&key);
    return r;
}
