/* Solving with a store: what it knows of the root comes first, and what is proved goes there. */
#include "solve/stored.h"

#include <errno.h>
#include <stdlib.h>

#include "search/warm.h"
#include "solve/analysis.h"
#include "store/roots/root_check.h"
#include "store/roots/root_find.h"

/* Is the record the answer to a run with these options, whatever room these have? */
static bool says_all(const struct root_facts *known, const struct analysis_options *options)
{
    if (options->asks)
        return bounds_suffice(&known->analysis.bounds, &options->claim);
    return root_is_whole(&known->analysis, known->flags, options->value_only);
}

/* Does the record do for a run with these options? One with room for tables may say more of the
 * root moves than strategies have told (analysis_is_refined()). */
static bool is_enough(const struct game *game, const struct root_facts *known,
                      const struct analysis_options *options)
{
    if (!options->value_only &&
        !root_is_whole(&known->analysis, known->flags & ~(unsigned)ROOT_STRATEGIES_DONE, false) &&
        analysis_is_refined(game, options) == 1)
        return false;
    return says_all(known, options);
}

/* What save_so_far() needs to save a root while it is searched. */
struct root_notes {
    struct store *store;
    const struct game *game;
    const struct root_key *key;
    const struct analysis_options *options;
    uint64_t nodes; /* of earlier runs */
};

static void save_so_far(void *arg, const struct analysis *analysis)
{
    const struct root_notes *notes = arg;
    struct analysis now = *analysis;
    now.nodes += notes->nodes;
    root_save(notes->store, notes->game, notes->key, notes->options, &now, false);
}

/* Runs the analysis from what is known. from may be NULL; notes, too: then nothing of the run is
 * saved.
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
        with.note = save_so_far;
        with.note_arg = notes;
    }
    if (store_persistence(store) != NULL)
        with.persistence = store_persistence(store);
    int r = analysis_run(game, &with, ret_analysis);
    free(moves);
    return r;
}

/* Saves the end of a run. The run's own nodes are reported, those of all runs are saved. */
static void save_end(const struct root_notes *notes, struct analysis *analysis)
{
    uint64_t nodes = analysis->nodes;
    analysis->nodes += notes->nodes;
    root_save(notes->store, notes->game, notes->key, notes->options, analysis, true);
    analysis->nodes = nodes;
}

/* Is the record the answer to a run with these options? */
static bool is_answer(struct store *store, const struct game *game, const struct root_facts *known,
                      const struct analysis_options *options)
{
    if (options->certificate != NULL || !says_all(known, options))
        return false;
    /* A store without an environment was opened for this answer alone. */
    return store_persistence(store) == NULL || is_enough(game, known, options);
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
    store_report_contradiction(store);
    analysis_release(analysis);
    struct analysis_options without = *options;
    without.warm = NULL;
    if (options->warm != NULL)
        warm_forget_store(options->warm, store_persistence(store));
    r = analysis_run(game, &without, analysis);
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
    bool saves = store_saves(store);
    if (from != NULL && (from->flags & ROOT_IMPORTS))
        store_report_import(store, game);
    /* What an earlier run loaded may still be there. */
    if (options->warm != NULL && store_rests_on_import(store, game))
        store_report_import(store, NULL);
    int r = analyse_on(store, game, options, from, saves ? &notes : NULL, ret_analysis);
    int again = r == 0 && store_persistence(store) != NULL
                    ? look_again(store, game, options, ret_analysis)
                    : 0;
    if (r == 0 && again == 0 && saves)
        save_end(&notes, ret_analysis);
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
            store_report_import(store, NULL);
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
    /* The store has no records of who passed first. */
    if (store == NULL || game_over(game) ||
        ruleset_value(&game->rules, &field_first_pass) != FIRST_PASS_NONE)
        return analysis_run(game, options, ret_analysis);
    struct analysis_options rest = *options;
    size_t capacity = store_set_capacity(store, options->limits.max_bytes);
    if (rest.limits.max_bytes != 0)
        rest.limits.max_bytes -= capacity;
    return analyse_with(store, game, &rest, ret_analysis);
}

static bool answers(void *arg, const struct game *game, const struct root_facts *known)
{
    return is_enough(game, known, arg);
}

int stored_open(const char *dir, unsigned flags, const struct game *game,
                const struct analysis_options *options, const struct store_patience *patience,
                struct store **ret_store, struct error *err)
{
    if (game == NULL)
        return store_open(dir, flags, NULL, patience, ret_store, err);
    struct analysis_options wanted = *options;
    const struct store_asked asked = {game, options->komi_half_points, answers, &wanted};
    return store_open(dir, flags, &asked, patience, ret_store, err);
}
