/* Solving with a store: what it knows of the root comes first, and what is proved goes there. */
#include "solve/stored.h"

#include <errno.h>
#include <stdlib.h>

#include "certificate/write/written_certificate.h"
#include "search/warm.h"
#include "solve/analysis.h"
#include "solve/keep.h"
#include "store/roots/root_after.h"
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
        with.known_pv_cycle = known->cycle_from;
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

/* Runs it without the store, of which something is false. */
static int run_without(struct store *store, const struct game *game,
                       const struct analysis_options *options, struct analysis *ret_analysis)
{
    struct analysis_options without = *options;
    store_report_contradiction(store);
    without.warm = NULL;
    if (options->warm != NULL)
        warm_forget_store(options->warm, store_persistence(store));
    return analysis_run(game, &without, ret_analysis);
}

/* Can what came out of lemmas and records be true? If not they are left alone: some are false. */
static int look_again(struct store *store, const struct game *game,
                      const struct analysis_options *options, struct analysis *analysis)
{
    const char *why;
    const struct root_facts facts = {.analysis = *analysis};
    int r = root_check(game, options->komi_half_points, &facts, &why);
    if (r == 0)
        return 0;
    analysis_release(analysis);
    if (r != -EBADMSG)
        return r;
    r = run_without(store, game, options, analysis);
    return r < 0 ? r : 1;
}

/* What is known (or NULL) stays so after the run, which is saved already: what it did not come to,
 * or did not prove anew, may rest on an import. */
static void keep(struct store *store, const struct game *game,
                 const struct analysis_options *options, const struct root_facts *known,
                 struct analysis *analysis)
{
    int r = known != NULL ? keep_known(game, options, &known->analysis, analysis) : 0;
    if (r < 0)
        store_report_contradiction(store);
    else if (r > 0 && (known->flags & ROOT_IMPORTS))
        store_report_import(store, game);
}

/* A run from what is known (or NULL), or where a certificate is wanted from nothing: all is proved
 * anew. */
static int run(struct store *store, const struct game *game, const struct root_key *key,
               const struct analysis_options *options, const struct root_facts *known,
               struct analysis *ret_analysis)
{
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
    if (r == 0 && again == 0)
        keep(store, game, options, known, ret_analysis);
    return again < 0 ? again : r;
}

/* Says why the certificate lacks what is proved, if nothing else has stopped the run: then not all
 * that was asked for is done. The root's record is saved by then; it lacks nothing. */
static void tell_missing(const struct analysis_options *options, struct analysis *analysis)
{
    const struct written_certificate *made = options->certificate;
    if (made != NULL && made->missing > 0 && analysis->stopped == STOP_NONE)
        analysis->stopped = made->why != STOP_NONE ? made->why : STOP_UNDECIDED;
}

/* Answers with what is known, which moves to *ret_analysis. game: its record is to be marked if
 * that rests on an import; or NULL. */
static void answer(struct store *store, const struct game *game,
                   const struct analysis_options *options, struct root_facts *known,
                   struct analysis *ret_analysis)
{
    if (known->flags & (options->value_only ? ROOT_IMPORTED : ROOT_IMPORTS))
        store_report_import(store, game);
    known->analysis.nodes = 0;
    *ret_analysis = known->analysis;
    known->analysis = (struct analysis){0};
}

/* Answers with what is known of the root and of the games after its moves, and saves it as the
 * root's. */
static void answer_together(struct store *store, const struct game *game,
                            const struct root_key *key, const struct analysis_options *options,
                            struct root_facts *known, struct analysis *ret_analysis)
{
    const struct root_notes notes = {store, game, key, options, known->analysis.nodes};
    answer(store, game, options, known, ret_analysis);
    ret_analysis->by_strategy = (known->flags & ROOT_STRATEGY) != 0;
    ret_analysis->strategies_done = (known->flags & ROOT_STRATEGIES_DONE) != 0;
    if (store_saves(store))
        save_end(&notes, ret_analysis);
}

/* What is known of the root (or NULL) is no answer: do the games after its moves say what is
 * missing? Else there is a run. */
static int go_on(struct store *store, const struct game *game, const struct root_key *key,
                 const struct analysis_options *options, const struct root_facts *known,
                 struct analysis *ret_analysis)
{
    struct root_facts all;
    int r = root_after_find(store, game, options->komi_half_points, known, &all);
    if (r == -EBADMSG && options->certificate == NULL)
        return run_without(store, game, options, ret_analysis);
    if (r <= 0)
        return r == -ENOMEM ? r : run(store, game, key, options, known, ret_analysis);
    r = 0;
    if (is_answer(store, game, &all, options))
        answer_together(store, game, key, options, &all, ret_analysis);
    else
        r = run(store, game, key, options, &all, ret_analysis);
    analysis_release(&all.analysis);
    return r;
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
    if (found == -ENOMEM)
        r = found;
    else if (found == 1 && is_answer(store, game, &known, options))
        answer(store, NULL, options, &known, ret_analysis);
    else
        r = go_on(store, game, &key, options, found == 1 ? &known : NULL, ret_analysis);
    if (found == 1)
        analysis_release(&known.analysis);
    root_key_release(&key);
    return r;
}

/* With the store, within the memory that this leaves. */
static int analyse_beside(struct store *store, const struct game *game,
                          const struct analysis_options *options, struct analysis *ret_analysis)
{
    struct analysis_options rest = *options;
    size_t capacity = store_set_capacity(store, options->limits.max_bytes);
    if (rest.limits.max_bytes != 0)
        rest.limits.max_bytes -= capacity;
    return analyse_with(store, game, &rest, ret_analysis);
}

int stored_analyse(struct store *store, const struct game *game,
                   const struct analysis_options *options, struct analysis *ret_analysis)
{
    /* The store has no records of who passed first. */
    bool alone = store == NULL || game_over(game) ||
                 ruleset_value(&game->rules, &field_first_pass) != FIRST_PASS_NONE;
    int r = alone ? analysis_run(game, options, ret_analysis)
                  : analyse_beside(store, game, options, ret_analysis);
    if (r == 0)
        tell_missing(options, ret_analysis);
    return r;
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
