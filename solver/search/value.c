/*
 * From threshold queries to values. The queries nearest to the value are the easy ones, but which
 * they are is not known beforehand. So several thresholds are tried in turn with few nodes each,
 * and with more when none was decided. What a query has proved stays in the tables, so that trying
 * again costs little.
 */
#include "search/halt.h"
#include "search/solver.h"
#include "search/unbounded.h"

#include <assert.h>
#include <errno.h>

/* Nodes for each query of the first round, and the factor from round to round. */
#define FIRST_BUDGET 300
#define BUDGET_FACTOR 3
/* Up to this budget, and while they cost more than that, only the two thresholds nearest to the
 * guess are asked for: others need attractors of their own, and are seldom decided first. */
#define NEAR_BUDGET 10000
/* States of an attractor that are decided in the time of expanding a node, roughly. */
#define STATES_PER_NODE 32

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

static int most_of(int a, int b)
{
    return a > b ? a : b;
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
 * The player who only passes gets the board that the opponent reaches alone (search_add_leaf()), so
 * no value is beyond that. Where passes cost prisoners no bound is known beforehand. Where passes
 * decide, who only passes from a start on loses no more than the board
 * (certificate/strategy_soundness.md, "most"); later his opponent may have passed before.
 */
int solver_first_bounds(struct solver *solver, struct bounds *ret_bounds)
{
    const struct solver_node *now = solver_now(solver);
    const struct history_model *model = &solver->search.model;
    if (now->kind == NODE_NO_RESULT) {
        *ret_bounds = bounds_pair(-MARGIN_INFINITE, MARGIN_INFINITE);
        return 0;
    }
    if (now->kind == NODE_SOLO_OPEN) {
        int low = least_of(now->least, now->margin), high = most_of(now->least, now->margin);
        *ret_bounds = (struct bounds){low, high, low, high};
        return 0;
    }
    if (now->kind != NODE_OPEN) {
        *ret_bounds = bounds_pair(now->margin, now->margin);
        return 0;
    }
    *ret_bounds = bounds_unknown();
    if (model->passes_decide && solver->game.count == 1) {
        int points = solver->positions->points;
        *ret_bounds = (struct bounds){-points, points, -points, points};
        return 0;
    }
    if (!model->passing_safe || model->pass_prisoners || now->state.unpassed)
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

/* One number of a value being looked for: the largest t that is answered "Black". */
struct value_search {
    struct solver *solver;
    enum colour attacker;
    int *min, *max;      /* The number is one of these or between; infinite: not even any end. */
    int lowest, highest; /* finite margins that make sense to ask for */
};

/* A winner's bound that no margin reaches means that he wins outright. */
static int infinite_bound(int bound)
{
    return bound >= BOUND_MAX ? MARGIN_INFINITE : bound;
}

/* What a store says of the number and of lemmas may be false. Whoever called looks at the bounds
 * then, and sees it. Returns 0 or -EAGAIN. */
static int look_at_range(const struct value_search *of)
{
    struct search *search = &of->solver->search;
    if (*of->min <= *of->max)
        return 0;
    assert(search->persistence != NULL);
    search->stopped = STOP_UNDECIDED;
    return -EAGAIN;
}

/*
 * Asks for t. "Black" raises *min, "White" lowers *max. Where the winner forces an end the answer's
 * bound is used, too; where he only denies one (BOUND_MAX or the defender's bound) what was asked
 * counts.
 */
static int ask(struct value_search *of, int t, uint64_t max_nodes)
{
    struct answer answer;
    const struct history_model *model = &of->solver->search.model;
    int r = solver_query_in_turn(of->solver, t, of->attacker, max_nodes, false, &answer);
    if (r < 0)
        return r;
    bool forced = !model->pairs || answer.forced;
    assert(forced || !model->unbounded);
    /* For White as attacker the number is upper, the largest t that White cannot undercut. */
    if (answer.winner == BLACK) {
        int bound = forced && answer.bound > t ? infinite_bound(answer.bound) : t;
        if (bound > *of->min)
            *of->min = bound;
    } else {
        int bound = forced && -answer.bound < t - 1 ? -infinite_bound(answer.bound) : t - 1;
        if (bound < *of->max)
            *of->max = bound;
    }
    return look_at_range(of);
}

/* The thresholds worth asking now, the most promising first: two neighbours, and two that are
 * further from them by reach (0: none). Returns how many. */
static int candidates(const struct value_search *of, int guess, int reach, int list[4])
{
    int low = *of->min == -MARGIN_INFINITE ? of->lowest : *of->min + 1;
    int high = *of->max == MARGIN_INFINITE ? of->highest + 1 : *of->max;
    int first = solver_clamp(guess, low, high), second = first < high ? first + 1 : first - 1;
    int above = first < second ? second : first;
    int wanted[] = {first, second, above - 1 - reach, above + reach};
    int count = 0, most = reach == 0 ? 2 : (int)(sizeof(wanted) / sizeof(wanted[0]));
    for (int i = 0; i < most; i++) {
        int t = solver_clamp(wanted[i], low, high);
        bool seen = false;
        for (int j = 0; j < count; j++)
            seen = seen || list[j] == t;
        if (!seen)
            list[count++] = t;
    }
    return count;
}

/*
 * After the least margin was refused, or the greatest reached: is it that no end at all can be
 * forced? For Black as attacker -inf is meant, for White +inf.
 */
static void settle_infinite(struct value_search *of)
{
    if (*of->min == -MARGIN_INFINITE && *of->max < of->lowest)
        *of->max = -MARGIN_INFINITE;
    if (*of->max == MARGIN_INFINITE && *of->min > of->highest)
        *of->min = MARGIN_INFINITE;
}

uint64_t solver_near_budget(const struct solver *solver, uint64_t least)
{
    const struct solver_tables *tables = solver->tables;
    const struct foresight *foresight = tables->foresight;
    uint64_t states = 0;
    if (tables->enumerated)
        states = tables->reverse.node_count;
    else if (foresight != NULL && foresight->kind != MARGINS_BOUNDS)
        states = 2 * foresight->index.count;
    return states / STATES_PER_NODE > least ? states / STATES_PER_NODE : least;
}

/* Names what is asked now, about guess or whether the number is less, and goes on with it where an
 * earlier run was stopped. */
static void name_round(const struct value_search *of, int about, bool less,
                       struct halt_round *round)
{
    struct solver *solver = of->solver;
    const struct solver_tables *tables = solver->tables;
    const int what[] = {of->attacker, less, tables->enumerated, tables->foresight != NULL};
    if (solver->search.halt == NULL || solver_now(solver)->kind != NODE_OPEN)
        return;
    round->name =
        halt_name(&solver->search, solver_now(solver)->state, what, sizeof(what) / sizeof(what[0]));
    round->known[0] = *of->min;
    round->known[1] = *of->max;
    round->known[2] = about;
    halt_find_round(&solver->search, round);
    halt_note_round(&solver->search, round);
}

/* Asks the queries of a round until one is answered. Returns 0, or -EAGAIN if a limit stopped it.
 */
static int ask_round(struct value_search *of, int guess, struct halt_round *round)
{
    int list[4], min = *of->min, max = *of->max;
    name_round(of, guess, false, round);
    int count = candidates(of, guess, (int)round->reach, list);
    for (; round->asked < (uint32_t)count && *of->min == min && *of->max == max; round->asked++) {
        bool last = count == 1 && !of->solver->portfolio;
        halt_note_round(&of->solver->search, round);
        int r = ask(of, list[round->asked], last ? 0 : round->budget);
        if (r < 0 && of->solver->search.stopped != STOP_BUDGET)
            return r;
    }
    round->asked = 0;
    return 0;
}

static int find(struct value_search *of, int guess)
{
    uint64_t near = solver_near_budget(of->solver, NEAR_BUDGET);
    if (look_at_range(of) < 0)
        return -EAGAIN;
    for (struct halt_round round = {.budget = FIRST_BUDGET};;) {
        settle_infinite(of);
        if (*of->min == *of->max)
            return 0;
        int min = *of->min, max = *of->max, r = ask_round(of, guess, &round);
        if (r < 0)
            return r;
        if (*of->min != min || *of->max != max)
            continue;
        round.budget *= BUDGET_FACTOR;
        if (round.budget > near)
            round.reach = round.reach == 0 ? 1 : 2 * round.reach;
    }
}

static int find_number(struct value_search *of, int guess)
{
    int r = find(of, guess);
    halt_note_round(&of->solver->search, NULL);
    return r;
}

/* Asks for t, one of the margins that make sense, until it is known whether the number is less. */
static int decide(struct value_search *of, int t)
{
    struct halt_round round = {.budget = FIRST_BUDGET};
    int r = 0;
    for (; r == 0; round.budget *= BUDGET_FACTOR) {
        settle_infinite(of);
        if (*of->min >= t || *of->max < t)
            break;
        name_round(of, t, true, &round);
        r = ask(of, t, of->solver->portfolio ? round.budget : 0);
        if (r < 0 && of->solver->search.stopped == STOP_BUDGET)
            r = 0;
    }
    halt_note_round(&of->solver->search, NULL);
    return r;
}

/* Sets the margins that an end can have at all, with what the first pass may gain a player. With
 * prisoners, no bound is known but that of the numbers' type. */
static void set_range(struct value_search *of)
{
    const struct positions *positions = of->solver->positions;
    int most = positions->scoring == SCORING_TERRITORY ? BOUND_MAX / 2 : positions->points;
    const int *first_pass = of->solver->search.model.first_pass;
    of->lowest = -most + least_of(0, least_of(first_pass[BLACK], first_pass[WHITE]));
    of->highest = most + most_of(0, most_of(first_pass[BLACK], first_pass[WHITE]));
}

bool solver_may_look_up(const struct solver *solver)
{
    const struct limits *limits = &solver->search.limits;
    return solver->portfolio && !limits->recording && !limits->records_later;
}

int solver_value(struct solver *solver, int guess, struct bounds *bounds)
{
    if (solver_now(solver)->kind == NODE_SOLO_OPEN) {
        solver->search.stopped = STOP_UNDECIDED;
        return bounds_known(bounds) ? 0 : -EAGAIN;
    }
    if (solver_may_look_up(solver) && solver_table_value(solver, bounds))
        return 0;
    guess = solver_guess(solver, guess);
    if (solver->search.model.unbounded)
        return unbounded_value(solver, guess, bounds);
    struct value_search lower = {solver, BLACK, &bounds->lower_min, &bounds->lower_max, 0, 0};
    set_range(&lower);
    if (!solver->search.model.pairs) {
        int r = find_number(&lower, guess);
        bounds->upper_min = bounds->lower_min;
        bounds->upper_max = bounds->lower_max;
        return r;
    }
    int r = find_number(&lower, guess);
    if (r < 0)
        return r;
    if (bounds->lower_min > bounds->upper_min)
        bounds->upper_min = bounds->lower_min;
    struct value_search upper = {solver, WHITE, &bounds->upper_min, &bounds->upper_max, 0, 0};
    set_range(&upper);
    return find_number(&upper, guess);
}

/* Decides a claim where a search that ends refutes it, too. */
static int decide_claim(struct solver *solver, const struct bounds_claim *asked,
                        struct bounds *bounds)
{
    bool pairs = solver->search.model.pairs;
    struct value_search of = {solver, BLACK, &bounds->lower_min, &bounds->lower_max, 0, 0};
    if (pairs && asked->of_white)
        of = (struct value_search){solver, WHITE, &bounds->upper_min, &bounds->upper_max, 0, 0};
    set_range(&of);
    int t = asked->of_white ? asked->margin + 1 : asked->margin;
    int r = decide(&of, solver_clamp(t, of.lowest, of.highest + 1));
    if (pairs) {
        bounds_order(bounds);
        return r;
    }
    bounds->upper_min = bounds->lower_min;
    bounds->upper_max = bounds->lower_max;
    return r;
}

int solver_decide(struct solver *solver, int guess, const struct bounds_claim *asked,
                  struct bounds *bounds)
{
    if (asked == NULL)
        return solver_value(solver, guess, bounds);
    if (bounds_suffice(bounds, asked))
        return 0;
    if (solver_now(solver)->kind == NODE_SOLO_OPEN) {
        solver->search.stopped = STOP_UNDECIDED;
        return -EAGAIN;
    }
    if (solver_may_look_up(solver) && solver_table_value(solver, bounds))
        return 0;
    return solver->search.model.unbounded ? unbounded_decide(solver, asked, bounds)
                                          : decide_claim(solver, asked, bounds);
}
