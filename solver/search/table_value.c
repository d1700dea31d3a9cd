/* What attractors let a solver expect of a value, or know. */
#include "search/solver.h"
#include "tables/tables.h"

/* What each player forces from a state if the history forbids nothing, in his view, by colour.
 * Returns false if there is no attractor that says it. */
static bool forced_margins(struct solver *solver, struct state state, int ret_margins[2])
{
    const struct attractor *every = solver_every_margin(solver);
    if (every == NULL)
        return false;
    ret_margins[BLACK] = attractor_margin(every, state, BLACK);
    ret_margins[WHITE] = attractor_margin(every, state, WHITE);
    return true;
}

int solver_guess(struct solver *solver, int guess)
{
    const struct solver_node *now = solver_now(solver);
    int points = solver->positions->points, own = guess - now->gain;
    if (!solver->tables->enumerated || now->kind != NODE_OPEN || own > points || own < -points)
        return guess;
    int forced[2];
    if (!forced_margins(solver, now->state, forced))
        return guess;
    if (forced[BLACK] > own)
        return now->gain + forced[BLACK];
    return forced[WHITE] > -own ? now->gain - forced[WHITE] : guess;
}

bool solver_is_memoryless(const struct solver *solver)
{
    const struct history_model *model = &solver->search.model;
    return model->endless && !model->cycle_ends && model->class_count == 0;
}

/*
 * An end that a player forces by way of recurring states he forces without them, so a least
 * fixpoint over the states is what he can force; see struct bounds. A single stone that removes
 * itself (suicide=yes) forbids more than a point, which attractors do not follow.
 */
bool solver_table_value(struct solver *solver, struct bounds *ret_bounds)
{
    const struct solver_node *now = solver_now(solver);
    const struct positions *positions = solver->positions;
    if (!solver->tables->enumerated || !solver_is_memoryless(solver) || now->kind != NODE_OPEN ||
        now->state.ko != 0 || positions->suicide == SUICIDE_YES ||
        positions->scoring == SCORING_TERRITORY || solver->search.model.pass_prisoners)
        return false;
    int forced[2];
    if (!forced_margins(solver, now->state, forced))
        return false;
    int lower = forced[BLACK] == NEVER_FORCED ? -MARGIN_INFINITE : forced[BLACK];
    int upper = forced[WHITE] == NEVER_FORCED ? MARGIN_INFINITE : -forced[WHITE];
    *ret_bounds = bounds_pair(lower, upper);
    return true;
}
