/*
 * What a solver's search sees of dense tables (foresight.h): the order of moves for a threshold
 * and, where the tables are of bounds, the leaves of free_margins.h.
 */
#include <time.h>

#include "search/persistence.h"
#include "search/solver.h"

/* Takes the lock of what other threads may be making, which can take minutes. Returns false if it
 * is time to stop. */
static bool lock_foresight(struct solver *solver)
{
    const struct timespec pause = {.tv_nsec = 20000000};
    while (pthread_mutex_trylock(&solver->tables->foresight->lock) != 0) {
        if (solver_interrupted(solver))
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

/* Notes how far the sweeps are, and shows it. */
static int report_sweep(void *arg, const struct dense_progress *progress)
{
    struct solver *solver = arg;
    solver->sweep = *progress;
    solver->search.sweep = &solver->sweep;
    search_show_progress(&solver->search);
    return 0;
}

size_t solver_list_bytes(const struct solver *solver)
{
    size_t held = search_bytes(&solver->search), most = solver->search.limits.max_bytes;
    return most > held ? (most - held) / 2 : 0;
}

static struct dense_sweeps sweeps_of(struct solver *solver)
{
    return (struct dense_sweeps){
        .work = {1, solver_interrupted, solver},
        .list_bytes = solver_list_bytes(solver),
        .report = report_sweep,
        .report_arg = solver,
    };
}

/* Returns the margins, stored or made; NULL: there are none. The caller holds the lock. */
static const struct dense_margins *find_margins(struct solver *solver)
{
    struct foresight *foresight = solver->tables->foresight;
    struct persistence *store = solver->search.persistence;
    struct dense_sweeps how = sweeps_of(solver);
    bool whole = store != NULL || solver->search.limits.whole_margins;
    if (solver->margins_made_only)
        return foresight->margins_whole || (foresight->margins_enough && !whole)
                   ? &foresight->margins
                   : NULL;
    if (store != NULL && store->load_margins != NULL) {
        struct dense_margins *begun = foresight_begin_margins(foresight);
        how.work.threads = foresight->threads;
        if (begun != NULL)
            foresight->margins_whole = store->load_margins(
                store, &solver->game, foresight->kind == MARGINS_LIKELY, &how.work, begun);
    }
    return foresight_all_margins(foresight, whole, &how);
}

/* Has leaves such as a certificate tells of: all turns before the query's count. */
static void certify_leaves(struct solver *solver)
{
    struct free_margins *margins = &solver->search.free_margins;
    margins->certified = true;
    margins->rules.opponents = true;
    for (enum colour player = BLACK; player <= WHITE; player++) {
        margins->past[player] = RECORD_EMPTY;
        for (size_t i = 0; i + 1 < solver->node_count; i++) {
            int forced =
                free_margins_on_record(margins, solver->positions, solver->nodes[i].state, player);
            if (forced > margins->past[player])
                margins->past[player] = forced;
        }
    }
}

/* Sets what bounds say for Black's threshold t: the order of moves, and leaves. */
static void foresee_by_bounds(struct solver *solver, int t)
{
    struct search *search = &solver->search;
    const struct dense_margins *bounds = find_margins(solver);
    if (bounds == NULL)
        return;
    search->outlook = (struct outlook){.bounds = bounds, .claims = {[BLACK] = t, [WHITE] = 1 - t}};
    search->free_margins.rules = free_margins_rules(&solver->game.rules, &search->model);
    if (!search->free_margins.rules.suit ||
        (search->limits.recording && !search->limits.strategy_leaves))
        return;
    search->free_margins.dense = bounds;
    if (search->limits.recording)
        certify_leaves(solver);
}

void solver_foresee(struct solver *solver, int t)
{
    struct foresight *foresight = solver->tables->foresight;
    const struct dense_sweeps how = sweeps_of(solver);
    if (!lock_foresight(solver))
        return;
    if (foresight->kind == MARGINS_BOUNDS)
        foresee_by_bounds(solver, t);
    else
        solver->foreseen = foresight_take(foresight, foresight_threshold(t), &how);
    solver->search.sweep = NULL;
    pthread_mutex_unlock(&foresight->lock);
    if (solver->foreseen != NULL)
        solver->search.outlook = foresight_outlook(solver->foreseen, t);
}

const struct dense_margins *solver_dense_margins(struct solver *solver)
{
    struct foresight *foresight = solver->tables->foresight;
    if (foresight == NULL || !lock_foresight(solver))
        return NULL;
    const struct dense_margins *margins = find_margins(solver);
    solver->search.sweep = NULL;
    pthread_mutex_unlock(&foresight->lock);
    return margins;
}
