/*
 * A position that is nearly full is decided long before the tables of its board are there. So the
 * search without tables goes first, with a small part of the nodes that these are worth.
 */
#include "solve/foresee.h"

#include "search/persistence.h"
#include "solve/root_moves.h"

/* Of the boards up to symmetry, the part that is tried as nodes. */
#define TRIED_PART 1000

static uint64_t tried_nodes(const struct solver *solver)
{
    struct foresight_size size;
    int r = foresight_predict(&size, solver->positions, &solver->game, 1);
    return r == 0 ? (uint64_t)(size.boards / TRIED_PART) + 1 : 1;
}

/* Narrows the bounds of the present node by what tables prove of it: a stored one, or dense ones.
 */
static void take_node_bounds(struct solver *solver, struct bounds *bounds)
{
    struct persistence *persistence = solver->search.persistence;
    if (persistence == NULL || persistence->table_bounds == NULL ||
        !persistence->table_bounds(persistence, solver, bounds))
        solver_dense_bounds(solver, bounds);
}

/* The same of the root and its moves. */
static void take_bounds(struct solver *solver, struct analysis *analysis)
{
    if (solver->search.limits.recording)
        return;
    enum colour mover = solver_now(solver)->state.mover;
    take_node_bounds(solver, &analysis->bounds);
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct verdict verdict;
        struct analysis_move *made = &analysis->moves[i];
        if (made->same_as != (int)i || bounds_known(&made->bounds) ||
            solver_play(solver, made->move, &verdict) < 0)
            continue;
        take_node_bounds(solver, &made->bounds);
        solver_undo(solver);
        analysis_limit_by_root(&made->bounds, &analysis->bounds, mover);
    }
}

int foresee_value(struct solver *solver, int guess, struct analysis *analysis)
{
    struct bounds *bounds = &analysis->bounds;
    int r = 0;
    take_bounds(solver, analysis);
    if (solver_foresight_pays(solver)) {
        r = bounds_known(bounds) ? 0
                                 : root_moves_try_value(solver, guess, tried_nodes(solver), bounds);
        if (r > 0)
            r = solver_make_foresight(solver);
    }
    if (r == 0)
        take_bounds(solver, analysis);
    return r;
}

static bool are_known(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->move_count; i++)
        if (analysis->moves[i].same_as == (int)i && !bounds_known(&analysis->moves[i].bounds))
            return false;
    return true;
}

void foresee_moves(struct solver *solver, const struct analysis_options *options,
                   struct analysis *analysis)
{
    take_bounds(solver, analysis);
    if (!are_known(analysis) && solver_foresight_pays(solver)) {
        root_moves_try(solver, options, tried_nodes(solver), analysis);
        if (analysis->stopped != STOP_NONE || are_known(analysis))
            return;
        if (solver_make_foresight(solver) < 0)
            analysis->stopped = solver->search.stopped;
    }
    if (analysis->stopped == STOP_NONE)
        take_bounds(solver, analysis);
}
