/*
 * What the search gets before it begins, in the order of the time that it takes. A position that is
 * nearly full is decided long before any tables of its board are there: so the search without
 * tables goes first, with a small part of the nodes that these are worth (unless a store has them).
 * Next come dense tables; where these are of bounds most boards are decided by a few nodes more.
 * Where they are not, as on long lines, on which kos are all that matters, lists follow, whose
 * attractors know kos.
 */
#include "solve/foresee.h"

#include "search/persistence.h"
#include "solve/root_moves.h"

/* Of the boards up to symmetry, the part that is tried as nodes. */
#define TRIED_PART 1000
/* The part that dense tables get before lists are made, for the value and for all root moves: about
 * a tenth of the time that lists take. */
#define DENSE_PART 16
#define DENSE_PART_MOVES 8

static uint64_t part_of_boards(const struct solver *solver, int part)
{
    struct foresight_size size;
    int r = foresight_predict(&size, solver->positions, &solver->game, 1);
    return r == 0 ? (uint64_t)(size.boards / part) + 1 : 1;
}

/* Narrows the bounds of the present node by what tables prove of it: a stored one, or else dense
 * ones. Returns whether a stored one did. */
static bool take_node_bounds(struct solver *solver, struct bounds *bounds)
{
    struct persistence *persistence = solver->search.persistence;
    bool stored = persistence != NULL && persistence->table_bounds != NULL &&
                  persistence->table_bounds(persistence, solver, bounds);
    if (!stored)
        solver_dense_bounds(solver, bounds);
    return stored;
}

/* Where no stored table tells anything of the root there is none for its moves, unless the root has
 * a ko that tables do not know. */
void foresee_known(struct solver *solver, struct analysis *analysis)
{
    if (solver->search.limits.recording && !solver->search.limits.strategy_leaves)
        return;
    const struct state root = solver_now(solver)->state;
    bool stored = take_node_bounds(solver, &analysis->bounds);
    if (!stored && root.ko == 0 && solver->tables->foresight == NULL)
        return;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct verdict verdict;
        struct analysis_move *made = &analysis->moves[i];
        if (made->same_as != (int)i || bounds_known(&made->bounds) ||
            solver_play(solver, made->move, &verdict) < 0)
            continue;
        take_node_bounds(solver, &made->bounds);
        solver_undo(solver);
        analysis_limit_by_root(&made->bounds, &analysis->bounds, root.mover);
    }
}

/* Makes dense tables and takes what they prove. Returns 0, or -EAGAIN if a limit stopped it. */
static int make_tables(struct solver *solver, struct analysis *analysis)
{
    int r = solver_make_foresight(solver);
    if (r == 0)
        foresee_known(solver, analysis);
    return r;
}

int foresee_value(struct solver *solver, int guess, const struct bounds_claim *asked,
                  struct analysis *analysis)
{
    struct bounds *bounds = &analysis->bounds;
    foresee_known(solver, analysis);
    if (bounds_suffice(bounds, asked) || !solver_foresight_pays(solver))
        return 0;
    int r = 1;
    if (!solver->foresight_stored)
        r = root_moves_try_value(solver, guess, asked, part_of_boards(solver, TRIED_PART), bounds);
    if (r <= 0)
        return r;
    r = make_tables(solver, analysis);
    if (r < 0 || bounds_suffice(bounds, asked) || !solver_lists_may_follow(solver))
        return r;
    r = root_moves_try_value(solver, guess, asked, part_of_boards(solver, DENSE_PART), bounds);
    return r > 0 ? solver_make_tables(solver) : r;
}

static bool are_known(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->move_count; i++)
        if (analysis->moves[i].same_as == (int)i && !bounds_known(&analysis->moves[i].bounds))
            return false;
    return true;
}

/* Solves root moves with dense tables and a part of the nodes; then lists are made, if need be. */
static void solve_before_lists(struct solver *solver, const struct game *game,
                               const struct analysis_options *options, struct analysis *analysis)
{
    struct limits *limits = &solver->search.limits;
    const struct limits own = *limits;
    uint64_t until = solver->search.nodes + part_of_boards(solver, DENSE_PART_MOVES);
    if (own.max_nodes == 0 || own.max_nodes > until)
        limits->max_nodes = until;
    root_moves_solve(solver, game, options, analysis);
    bool goes_on = analysis->stopped == STOP_MEMORY ||
                   (analysis->stopped == STOP_NODES && limits->max_nodes != own.max_nodes);
    *limits = own;
    if (!goes_on)
        return;
    analysis->stopped = STOP_NONE;
    if (solver_make_tables(solver) < 0)
        analysis->stopped = solver->search.stopped;
}

void foresee_moves(struct solver *solver, const struct game *game,
                   const struct analysis_options *options, struct analysis *analysis)
{
    if (are_known(analysis))
        return;
    if (solver_foresight_pays(solver)) {
        if (!solver->foresight_stored)
            root_moves_try(solver, options, part_of_boards(solver, TRIED_PART), analysis);
        if (analysis->stopped != STOP_NONE || are_known(analysis))
            return;
        if (make_tables(solver, analysis) < 0)
            analysis->stopped = solver->search.stopped;
    }
    if (analysis->stopped == STOP_NONE && solver->tables->foresight != NULL &&
        solver_lists_may_follow(solver))
        solve_before_lists(solver, game, options, analysis);
}

int foresee_more(struct solver *solver)
{
    return solver_foresight_pays(solver) ? solver_make_foresight(solver)
                                         : solver_make_tables(solver);
}
