/*
 * Strategies before tables: where tables would take long or do not fit, it is tried whether the
 * players have strategies without repetition (strategy/strategies.h) that decide the root.
 */
#include "solve/strategies_first.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/write/written_certificate.h"
#include "solve/foresee.h"
#include "solve/root_moves.h"
#include "strategy/strategies.h"

struct noting {
    const struct solver *solver;
    const struct analysis_options *options;
    struct analysis *analysis;
    const struct strategies *strategies;
};

static void note(void *arg)
{
    const struct noting *noting = arg;
    struct analysis now = *noting->analysis;
    now.nodes = noting->solver->search.nodes;
    now.by_strategy = bounds_known(&now.bounds) && !strategies_aided(noting->strategies);
    if (noting->options->note != NULL)
        noting->options->note(noting->options->note_arg, &now);
}

/* The principal variation: that of an earlier run, or one by the strategies for the root. */
static void find_pv(struct strategies *strategies, const struct analysis_options *options,
                    bool known_before, const struct bounds *first, struct analysis *analysis)
{
    if (!known_before || options->known_pv == NULL)
        strategies_pv(strategies, analysis->bounds.lower_min, first, analysis);
    else if (analysis_use_known_pv(analysis, options) < 0)
        analysis_cut_pv(analysis, 0);
}

/* Is the answer whether the claim that is asked is true one of strategies, not of the search over
 * lemmas? */
static bool have_answered(const struct strategies *strategies,
                          const struct analysis_options *options, const struct bounds *bounds)
{
    const struct bounds_claim *asked = analysis_asked(options);
    return asked != NULL && bounds_suffice(bounds, asked) && strategies_has_claims(strategies);
}

/* Is the value known, and not by strategies? What is known by the search over lemmas, with tables,
 * is gone on with by it. */
static bool is_for_search(const struct analysis_options *options,
                          const struct strategies_plan *plan, const struct bounds *bounds)
{
    return bounds_known(bounds) && ((!options->known_by_strategy && plan->nodes != UINT64_MAX) ||
                                    bounds->lower_min != bounds->upper_min);
}

/*
 * Finds by strategies what is asked of the root, the principal variation and the root moves.
 * before: the root's value was known. Returns 0, -EAGAIN: a limit stopped it, or -ENOMEM; *ret_said
 * in any case: strategies say the value, or answer what is asked.
 */
static int find_by(struct strategies *strategies, struct noting *noting, bool before,
                   const struct bounds *first, struct analysis *analysis, bool *ret_said)
{
    const struct analysis_options *options = noting->options;
    struct bounds *bounds = &analysis->bounds;
    int r = before ? 0 : strategies_root(strategies, bounds);
    bool known = r == 0 && bounds_known(bounds) && bounds->lower_min == bounds->upper_min &&
                 !strategies_unneeded(strategies);
    bool answered = r == 0 && have_answered(strategies, options, bounds);
    *ret_said = known || answered;
    if (known && !answered &&
        (options->certificate != NULL || (before && options->known_pv == NULL)))
        r = strategies_claim_both(strategies, bounds->lower_min,
                                  before && options->known_by_strategy);
    if (known && r != -ENOMEM)
        find_pv(strategies, options, before, first, analysis);
    analysis->by_strategy = known && !strategies_aided(strategies);
    if (*ret_said && r == 0)
        note(noting);
    /* Where bounds fit, the search over lemmas is quicker; but it cannot be certified beside
     * strategies. */
    bool refined = options->certificate == NULL && solver_bounds_fit(noting->solver);
    if (known && r == 0 && !options->value_only && !refined)
        r = strategies_moves(strategies, bounds->lower_min, analysis);
    return r;
}

int strategies_first_run(struct solver *solver, const struct game *game,
                         const struct analysis_options *options, const struct strategies_plan *plan,
                         struct analysis *analysis)
{
    struct noting noting = {solver, options, analysis, NULL};
    bool before = bounds_known(&analysis->bounds), said;
    if (is_for_search(options, plan, &analysis->bounds))
        return 0;
    struct bounds first; /* what is known of the root without a search */
    int r = solver_first_bounds(solver, &first);
    if (r < 0)
        return r;
    struct strategies_plan own = *plan;
    own.asked = analysis_asked(options);
    struct strategies *strategies = strategies_new(solver, game, &own, note, &noting);
    if (strategies == NULL)
        return -ENOMEM;
    noting.strategies = strategies;
    r = find_by(strategies, &noting, before, &first, analysis, &said);
    if (r == -EAGAIN) {
        analysis->stopped = solver->search.stopped;
        r = 0;
    }
    /* Also of a stopped run: the search over lemmas could hardly prove it again. */
    if (r == 0 && options->certificate != NULL && (said || analysis->stopped != STOP_NONE) &&
        strategies_has_claims(strategies))
        r = strategies_certify(strategies, options->certificate);
    if (strategies_threads(strategies) > analysis->threads)
        analysis->threads = strategies_threads(strategies);
    strategies_free(strategies);
    return r == 0 ? said : r;
}

/* Root moves without an exact value. */
static size_t count_inexact(const struct analysis *analysis, enum colour mover)
{
    size_t count = 0;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct bounds bounds = analysis->moves[i].bounds;
        analysis_limit_by_root(&bounds, &analysis->bounds, mover);
        count += analysis->moves[i].same_as == (int)i && !bounds_known(&bounds);
    }
    return count;
}

void strategies_first_refine(struct solver *solver, const struct game *game,
                             const struct analysis_options *options, struct analysis *analysis)
{
    enum colour mover = solver_now(solver)->state.mover;
    size_t before = count_inexact(analysis, mover);
    if (options->value_only || before == 0 || analysis->stopped != STOP_NONE)
        return;
    solver->search.limits.recording = false;
    if (solver_bounds_fit(solver))
        solver->search.limits.no_lists = true;
    if (solver_make_tables(solver) < 0) {
        analysis->stopped = solver->search.stopped;
    } else if (options->certificate == NULL) {
        foresee_known(solver, analysis);
        foresee_moves(solver, game, options, analysis);
    }
    if (analysis->stopped == STOP_NONE &&
        (solver->tables->enumerated || solver->tables->foresight != NULL))
        root_moves_solve(solver, game, options, analysis);
    size_t missing = before - count_inexact(analysis, mover);
    if (options->certificate == NULL || missing == 0)
        return;
    if (options->certificate->missing == 0) /* lemmas are not certified beside strategies */
        options->certificate->why = STOP_UNDECIDED;
    options->certificate->missing += missing;
}
