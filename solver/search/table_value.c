/* What attractors let a solver expect of a value, or know. */
#include "search/persistence.h"
#include "search/solver.h"
#include "tables/board_table.h"
#include "tables/tables.h"

/* The same by dense tables. */
static bool dense_margins(struct solver *solver, struct state state, int ret_margins[2])
{
    const struct dense_margins *margins = solver_dense_margins(solver);
    if (margins == NULL)
        return false;
    const struct dense_state asked = {
        .stones = positions_stones(solver->positions, state.board),
        .mover = state.mover,
        .passes = state.passes < margins->game.layers ? state.passes
                                                      : (uint8_t)(margins->game.layers - 1),
    };
    for (enum colour attacker = BLACK; attacker <= WHITE; attacker++)
        ret_margins[attacker] = table_code_margin(dense_margins_at(margins, &asked, attacker),
                                                  solver->positions->points);
    return true;
}

/* What each player forces from a state if the history forbids nothing, in his view, by colour.
 * Returns false if there is no attractor that says it. */
static bool forced_margins(struct solver *solver, struct state state, int ret_margins[2])
{
    if (!solver->tables->enumerated)
        return dense_margins(solver, state, ret_margins);
    const struct attractor *every = solver_every_margin(solver);
    if (every == NULL)
        return false;
    ret_margins[BLACK] = attractor_margin(every, state, BLACK);
    ret_margins[WHITE] = attractor_margin(every, state, WHITE);
    return true;
}

/* The same of the present node by a stored table. */
static bool stored_margins(const struct solver *solver, int ret_margins[2])
{
    struct persistence *persistence = solver->search.persistence;
    return !solver->tables->enumerated && persistence != NULL &&
           persistence->table_likely != NULL &&
           persistence->table_likely(persistence, solver, ret_margins);
}

int solver_guess(struct solver *solver, int guess)
{
    const struct solver_node *now = solver_now(solver);
    int points = solver->positions->points, own = guess - now->gain;
    if (now->kind != NODE_OPEN || own > points || own < -points)
        return guess;
    int forced[2];
    if (!stored_margins(solver, forced) && !forced_margins(solver, now->state, forced))
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

bool solver_tables_decide(const struct solver *solver)
{
    const struct positions *positions = solver->positions;
    return solver_is_memoryless(solver) && positions->suicide != SUICIDE_YES &&
           positions->scoring != SCORING_TERRITORY && !solver->search.model.pass_prisoners &&
           !history_model_has_first_pass(&solver->search.model);
}

/*
 * An end that a player forces by way of recurring states he forces without them, so a least
 * fixpoint over the states is what he can force; see struct bounds. A single stone that removes
 * itself (suicide=yes) forbids more than a point, which attractors do not follow.
 */
bool solver_table_value(struct solver *solver, struct bounds *ret_bounds)
{
    const struct solver_node *now = solver_now(solver);
    if (!solver_tables_decide(solver) || now->kind != NODE_OPEN || now->state.ko != 0)
        return false;
    const struct solver_tables *tables = solver->tables;
    int forced[2];
    if (!tables->enumerated &&
        (tables->foresight == NULL || tables->foresight->kind != MARGINS_VALUES))
        return false;
    if (!forced_margins(solver, now->state, forced))
        return false;
    *ret_bounds = table_margin_bounds(TABLE_VALUES, forced);
    return true;
}

/*
 * The history of a position at the start is nothing, as it is after the first stone on the empty
 * board: that board never comes back where no stone removes itself, so that no strategy of the
 * position after it meets what the history knows (tables/history_free.h).
 */
bool solver_is_without_history(const struct solver *solver)
{
    const struct game *game = &solver->game;
    const struct stones start = solver_tables_stones(game->graph, &game->turns[0].board);
    if (game->count == 1)
        return true;
    return game->count == 2 && game->turns[1].move.kind == MOVE_STONE &&
           (start.of[BLACK] | start.of[WHITE]) == 0 && solver->positions->suicide == SUICIDE_NO;
}

void solver_dense_bounds(struct solver *solver, struct bounds *bounds)
{
    const struct solver_node *now = solver_now(solver);
    const struct foresight *foresight = solver->tables->foresight;
    int forced[2];
    if (foresight == NULL || foresight->kind != MARGINS_BOUNDS || now->kind != NODE_OPEN ||
        now->state.passes != 0 || now->state.ko != 0 || !solver_is_without_history(solver) ||
        !dense_margins(solver, now->state, forced))
        return;
    const struct bounds found = table_margin_bounds(TABLE_BOUNDS, forced);
    bounds_narrow(bounds, &found);
}
