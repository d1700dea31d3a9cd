/*
 * From threshold questions to values. The questions nearest to the value are the easy ones, but
 * which they are is not known beforehand; so several thresholds are tried in turn with few nodes
 * each, and with more when none was decided. What a question has proved stays in the tables, so
 * that trying again costs little.
 */
#include "search/parallel_query.h"
#include "search/solver.h"
#include "search/unbounded.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* Nodes for each question of the first round, and the factor from round to round. */
#define FIRST_BUDGET 300
#define BUDGET_FACTOR 3
/* Up to this budget, and while they cost more than that, only the thresholds nearest to the guess
 * are asked for: others need attractors of their own, and are seldom decided first. */
#define NEAR_BUDGET 10000
/* States of an attractor that are decided in the time of expanding a node, roughly. */
#define STATES_PER_NODE 32

int solver_query(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                 struct answer *ret_answer)
{
    const struct solver_node *now = solver_now(solver);
    if (now->kind == NODE_NO_RESULT) {
        *ret_answer = (struct answer){!attacker, BOUND_MAX, false};
        return 0;
    }
    if (now->kind == NODE_SOLO_OPEN) {
        solver->search.stopped = STOP_UNDECIDED;
        bool low = now->least >= t, high = now->margin >= t;
        if (low != high)
            return -EAGAIN;
    }
    if (now->kind != NODE_OPEN) {
        ret_answer->winner = now->margin >= t ? BLACK : WHITE;
        /* Of an open end, the one that is sure for the winner. */
        int sure = now->kind != NODE_SOLO_OPEN ? now->margin
                   : ret_answer->winner == BLACK
                       ? (now->least < now->margin ? now->least : now->margin)
                       : (now->least > now->margin ? now->least : now->margin);
        ret_answer->bound = ret_answer->winner == BLACK ? sure : -sure;
        ret_answer->forced = true;
        return 0;
    }
    solver_set_attractors(solver, t - now->gain);
    if (solver_interrupted(solver))
        return -EAGAIN;
    int r =
        search_query(&solver->search, now->state, t - now->gain, attacker, max_nodes, ret_answer);
    if (r == 0 && ret_answer->bound != BOUND_MAX)
        ret_answer->bound += ret_answer->winner == BLACK ? now->gain : -now->gain;
    return r;
}

int solver_query_in_turn(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                         bool forced_only, struct answer *ret_answer)
{
    if (parallel_query_is_wanted(solver, max_nodes))
        return parallel_query_run(solver, t, attacker, max_nodes, forced_only, ret_answer);
    if (solver->portfolio) {
        solver->search.order = ORDER_DEPTH_FIRST;
        int r = solver_query(solver, t, attacker, max_nodes / solver->depth_divisor, ret_answer);
        solver->search.order = ORDER_BEST_FIRST;
        enum stop_reason why = solver->search.stopped;
        if (r == 0 ? ret_answer->forced || !forced_only
                   : why != STOP_BUDGET && why != STOP_MEMORY && why != STOP_LENGTH)
            return r;
    }
    return solver_query(solver, t, attacker, max_nodes, ret_answer);
}

/* What player gets alone from the present board, or a bound that is surely not less. */
static int most_solo(struct solver *solver, enum colour player, int *ret_margin)
{
    struct positions *positions = solver->positions;
    int r = -E2BIG;
    if (positions->solo_hard <= SOLO_TRIES / 4)
        r = positions_solo(positions, solver_now(solver)->state.board, player, ret_margin);
    if (r != -E2BIG)
        return r;
    /* Every point, and with territory scoring every stone taken, too. */
    *ret_margin = positions->points * (positions->scoring == SCORING_TERRITORY ? 2 : 1);
    return 0;
}

/*
 * The player who only passes gets the board that the other reaches alone (see solo_leaf()); so no
 * value is beyond that. Where passes cost prisoners no bound is known beforehand.
 */
int solver_first_bounds(struct solver *solver, struct bounds *ret_bounds)
{
    const struct solver_node *now = solver_now(solver);
    const struct history_model *model = &solver->search.model;
    if (now->kind == NODE_NO_RESULT) {
        *ret_bounds =
            (struct bounds){-MARGIN_INFINITE, -MARGIN_INFINITE, MARGIN_INFINITE, MARGIN_INFINITE};
        return 0;
    }
    if (now->kind == NODE_SOLO_OPEN) {
        int low = now->least < now->margin ? now->least : now->margin;
        int high = now->least < now->margin ? now->margin : now->least;
        *ret_bounds = (struct bounds){low, high, low, high};
        return 0;
    }
    if (now->kind != NODE_OPEN) {
        *ret_bounds = (struct bounds){now->margin, now->margin, now->margin, now->margin};
        return 0;
    }
    *ret_bounds =
        (struct bounds){-MARGIN_INFINITE, MARGIN_INFINITE, -MARGIN_INFINITE, MARGIN_INFINITE};
    if (!model->passing_safe || model->pass_prisoners)
        return 0;
    int black, white;
    int r = most_solo(solver, BLACK, &black);
    if (r == 0)
        r = most_solo(solver, WHITE, &white);
    if (r < 0)
        return r;
    /* No end is better for Black than black; but it may be that he can force no end at all. */
    ret_bounds->lower_max = now->gain + black;
    ret_bounds->upper_min = now->gain - white;
    if (model->solo_ends) {
        ret_bounds->lower_min = ret_bounds->upper_min;
        ret_bounds->upper_max = ret_bounds->lower_max;
    }
    return 0;
}

/* One side's number being looked for: the largest t that is answered "Black". */
struct hunt {
    struct solver *solver;
    enum colour attacker;
    int *min, *max;      /* it is one of these or between; infinite ends: not even any end */
    int lowest, highest; /* finite margins that make sense to ask for */
};

/* A winner's bound that no margin reaches means that he wins outright. */
static int infinite_bound(int bound)
{
    return bound >= BOUND_MAX ? MARGIN_INFINITE : bound;
}

/*
 * Asks for t. "Black" raises *min, "White" lowers *max. The answers' bounds are used too, where the
 * winner forces an end; where he only denies (BOUND_MAX or the defender's bound) what was asked
 * counts.
 */
static int ask(struct hunt *hunt, int t, uint64_t max_nodes)
{
    struct answer answer;
    const struct history_model *model = &hunt->solver->search.model;
    int r = solver_query_in_turn(hunt->solver, t, hunt->attacker, max_nodes, false, &answer);
    if (r < 0)
        return r;
    bool forced = !model->pairs || answer.forced;
    assert(forced || !model->unbounded);
    /* For White as attacker the number is upper, the largest t that White cannot undercut. */
    if (answer.winner == BLACK) {
        int bound = forced && answer.bound > t ? infinite_bound(answer.bound) : t;
        if (bound > *hunt->min)
            *hunt->min = bound;
    } else {
        int bound = forced && -answer.bound < t - 1 ? -infinite_bound(answer.bound) : t - 1;
        if (bound < *hunt->max)
            *hunt->max = bound;
    }
    assert(*hunt->min <= *hunt->max);
    return 0;
}

/* The thresholds worth asking now, the most promising first. Returns how many. */
static int candidates(const struct hunt *hunt, int guess, bool near, int list[6])
{
    int low = *hunt->min == -MARGIN_INFINITE ? hunt->lowest : *hunt->min + 1;
    int high = *hunt->max == MARGIN_INFINITE ? hunt->highest + 1 : *hunt->max;
    int wanted[] = {solver_clamp(guess, low, high), solver_clamp(guess + 1, low, high), low, high,
                    low + (high - low) / 2};
    int count = 0, most = near ? 2 : (int)(sizeof(wanted) / sizeof(wanted[0]));
    for (int i = 0; i < most; i++) {
        bool seen = false;
        for (int j = 0; j < count; j++)
            seen = seen || list[j] == wanted[i];
        if (!seen)
            list[count++] = wanted[i];
    }
    return count;
}

/*
 * After the least margin was refused, or the greatest reached: is it that no end at all can be
 * forced? For Black as attacker -inf is meant, for White +inf.
 */
static void settle_infinite(struct hunt *hunt)
{
    if (*hunt->min == -MARGIN_INFINITE && *hunt->max < hunt->lowest)
        *hunt->max = -MARGIN_INFINITE;
    if (*hunt->max == MARGIN_INFINITE && *hunt->min > hunt->highest)
        *hunt->min = MARGIN_INFINITE;
}

/* The budget from which on other thresholds are worth their attractors. */
static uint64_t near_budget(const struct solver *solver)
{
    uint64_t states = solver->tables->enumerated ? solver->tables->reverse.node_count : 0;
    return states / STATES_PER_NODE > NEAR_BUDGET ? states / STATES_PER_NODE : NEAR_BUDGET;
}

static int hunt_value(struct hunt *hunt, int guess)
{
    uint64_t budget = FIRST_BUDGET, near = near_budget(hunt->solver);
    for (;;) {
        settle_infinite(hunt);
        if (*hunt->min == *hunt->max)
            return 0;
        int list[6], min = *hunt->min, max = *hunt->max;
        int count = candidates(hunt, guess, budget <= near, list);
        for (int i = 0; i < count && *hunt->min == min && *hunt->max == max; i++) {
            bool last = count == 1 && !hunt->solver->portfolio;
            int r = ask(hunt, list[i], last ? 0 : budget);
            if (r < 0 && hunt->solver->search.stopped != STOP_BUDGET)
                return r;
        }
        if (*hunt->min == min && *hunt->max == max)
            budget *= BUDGET_FACTOR;
    }
}

/* Margins that an end can have at all: with prisoners, no bound is known but that of the numbers.
 */
static void set_range(struct hunt *hunt)
{
    const struct positions *positions = hunt->solver->positions;
    int most = positions->scoring == SCORING_TERRITORY ? BOUND_MAX / 2 : positions->points;
    hunt->lowest = -most;
    hunt->highest = most;
}

int solver_value(struct solver *solver, int guess, struct bounds *bounds)
{
    if (solver_now(solver)->kind == NODE_SOLO_OPEN) {
        solver->search.stopped = STOP_UNDECIDED;
        return bounds_known(bounds) ? 0 : -EAGAIN;
    }
    /* What a table says leaves no record of a proof. */
    if (solver->portfolio && !solver->search.limits.recording && solver_table_value(solver, bounds))
        return 0;
    guess = solver_guess(solver, guess);
    if (solver->search.model.unbounded)
        return unbounded_value(solver, guess, bounds);
    struct hunt lower = {solver, BLACK, &bounds->lower_min, &bounds->lower_max, 0, 0};
    set_range(&lower);
    if (!solver->search.model.pairs) {
        int r = hunt_value(&lower, guess);
        bounds->upper_min = bounds->lower_min;
        bounds->upper_max = bounds->lower_max;
        return r;
    }
    int r = hunt_value(&lower, guess);
    if (r < 0)
        return r;
    if (bounds->lower_min > bounds->upper_min)
        bounds->upper_min = bounds->lower_min;
    struct hunt upper = {solver, WHITE, &bounds->upper_min, &bounds->upper_max, 0, 0};
    set_range(&upper);
    return hunt_value(&upper, guess);
}
