/*
 * Which tables a solver makes before it searches: lists of all boards and plays (tables/), or dense
 * tables (foresight.h) where lists do not fit or are worth less.
 */
#include <errno.h>

#include "base/clock.h"
#include "search/persistence.h"
#include "search/solver.h"
#include "tables/tables.h"

/* Counts the memory of the reverse moves, and what it takes to make an attractor: the next will be
 * made when the search has filled its memory. */
static void count_tables(struct solver *solver)
{
    const struct reverse_moves *reverse = &solver->tables->reverse;
    struct attractor_sizes sizes = attractor_sizes(tables_layers(&solver->search.model));
    solver->tables->bytes += reverse->bytes + (size_t)reverse->node_count * sizes.node_work +
                             (size_t)reverse->ko_count * sizes.ko_work;
}

/* Do dense tables fit? */
static bool predict_fitting(const struct solver *solver, struct foresight_size *ret_size)
{
    const struct limits *limits = &solver->search.limits;
    return foresight_predict(ret_size, solver->positions, &solver->game, limits->threads) == 0 &&
           foresight_fits(ret_size, limits->max_bytes);
}

static enum tables_choice choose(const struct solver *solver)
{
    return tables_choose(solver->positions, solver->game.graph, &solver->search.model,
                         &solver->search.limits);
}

bool solver_lists_may_follow(const struct solver *solver)
{
    return !solver->tables->enumerated && choose(solver) == TABLES_MADE;
}

/* Would they go first, in place of lists that do not fit or before them? */
static bool predict_first(const struct solver *solver, struct foresight_size *ret_size)
{
    const struct limits *limits = &solver->search.limits;
    const struct solver_tables *tables = solver->tables;
    if (tables->enumerated || tables->foresight != NULL ||
        ((limits->recording || limits->records_later) && !limits->strategy_leaves))
        return false;
    enum tables_choice choice = choose(solver);
    bool first =
        choice == TABLES_TOO_LARGE ||
        (choice == TABLES_MADE && foresight_precedes_lists(solver->positions, &solver->game.rules,
                                                           &solver->search.model, limits));
    return first && predict_fitting(solver, ret_size);
}

/* Are they there soon enough for what is left of the nodes and the time? */
static bool are_in_time(const struct solver *solver, const struct foresight_size *size)
{
    struct limits left = solver->search.limits;
    uint64_t nodes = solver->search.nodes;
    if (left.max_nodes != 0)
        left.max_nodes -= nodes < left.max_nodes ? nodes : left.max_nodes - 1;
    return solver->foresight_stored ||
           (!tables_too_long(size->boards, &left) &&
            (left.deadline <= 0 ||
             clock_now() + foresight_seconds(size, left.max_bytes) < left.deadline));
}

void solver_look_for_foresight(struct solver *solver)
{
    struct persistence *store = solver->search.persistence;
    const struct dense_work how = {1, solver_interrupted, solver};
    struct foresight_size size;
    solver->foresight_stored = store != NULL && store->has_margins != NULL &&
                               predict_first(solver, &size) &&
                               store->has_margins(store, &solver->game, &how);
}

bool solver_foresight_pays(const struct solver *solver)
{
    struct foresight_size size;
    return predict_first(solver, &size) && are_in_time(solver, &size);
}

bool solver_bounds_fit(const struct solver *solver)
{
    struct foresight_size size;
    return free_margins_rules(&solver->game.rules, &solver->search.model).suit &&
           predict_fitting(solver, &size) && are_in_time(solver, &size);
}

/* What they will take is no more the search's. */
int solver_make_foresight(struct solver *solver)
{
    struct limits *limits = &solver->search.limits;
    const struct dense_work how = {limits->threads > 1 ? limits->threads : 1, solver_interrupted,
                                   solver};
    struct foresight **made = &solver->tables->foresight;
    int r = 0;
    if (*made == NULL)
        r = foresight_new(made, solver->positions, &solver->game, limits->max_bytes, &how);
    if (r == 0 && solver->search.foresight == NULL) {
        size_t most = foresight_bytes_most(*made);
        limits->max_bytes -= most < limits->max_bytes ? most : limits->max_bytes;
        solver->search.foresight = *made;
    }
    return r == -EINTR ? -EAGAIN : 0;
}

void solver_share_foresight(struct solver *solver, const struct solver *other)
{
    solver->search.foresight = other->tables->foresight;
    if (solver->tables == other->tables)
        return;
    solver->tables->foresight = other->tables->foresight;
    solver->tables->borrows_foresight = true;
}

int solver_make_tables(struct solver *solver)
{
    struct limits *limits = &solver->search.limits;
    if (solver->tables->enumerated)
        return 0; /* by an earlier run */
    enum tables_choice choice = choose(solver);
    struct foresight_size size;
    if (choice == TABLES_TOO_LARGE &&
        (solver->tables->foresight != NULL || (limits->no_lists && predict_fitting(solver, &size))))
        return solver_make_foresight(solver);
    if (choice != TABLES_MADE)
        return 0;
    int threads = limits->threads > 1 ? limits->threads : 1;
    const struct enumeration how = {limits->max_bytes / TABLE_SIZE_PARTS * TABLE_SIZE_SHARE,
                                    threads, solver_interrupted, solver};
    int r = positions_enumerate(solver->positions, &how);
    solver->tables->broken = r < 0;
    if (r == -EINTR)
        return -EAGAIN;
    if (r == 0)
        r = reverse_moves_init(&solver->tables->reverse, solver->positions,
                               tables_simple_ko(&solver->search.model), threads);
    /* Without suicide it is quickly found board by board. */
    if (r == 0 && solver->positions->suicide != SUICIDE_NO &&
        solver->positions->scoring != SCORING_TERRITORY)
        r = solo_set_margins(&solver->tables->reverse, solver->positions);
    solver->tables->enumerated = r == 0;
    solver->tables->broken = r < 0;
    if (r == 0)
        count_tables(solver);
    return 0;
}
