/* What attractors let a solver expect of a value, or know. */
#include "search/solver.h"
#include "tables/tables.h"

int solver_guess(struct solver *solver, int guess)
{
    const struct solver_node *now = solver_now(solver);
    int points = solver->positions->points, own = guess - now->gain;
    if (!solver->tables->enumerated || now->kind != NODE_OPEN || own > points || own < -points)
        return guess;
    const struct attractor *every = solver_every_margin(solver);
    if (every == NULL)
        return guess;
    int black = attractor_margin(every, now->state, BLACK);
    int white = attractor_margin(every, now->state, WHITE);
    if (black > own)
        return now->gain + black;
    return white > -own ? now->gain - white : guess;
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
    const struct attractor *every = solver_every_margin(solver);
    if (every == NULL)
        return false;
    int black = attractor_margin(every, now->state, BLACK);
    int white = attractor_margin(every, now->state, WHITE);
    int lower = black == NEVER_FORCED ? -MARGIN_INFINITE : black;
    int upper = white == NEVER_FORCED ? MARGIN_INFINITE : -white;
    *ret_bounds = bounds_pair(lower, upper);
    return true;
}
