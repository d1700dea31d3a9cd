/*
 * Where play can be endless and its history never recurs (kee-v6: pass counts and the ending
 * history go on growing), a search that ends cannot refute an attacker by trying all. It can prove
 * for one: "Black forces an end with at least t" and "White forces an end with less than t" both
 * have finite proofs where they are true, because each node has finitely many moves. So both
 * players are tried as attackers, and the value is known when the two proofs meet. Where they do
 * not, either lower < upper or the proof is too long, and the answer says so.
 *
 * To look for a finite proof the attacker may come back to a state of the path only so many times
 * (search.visits): first never, then once, and so on. What one sweep does not find may be found by
 * the next; its failures steer the search within the sweep and are never taken for results. Every
 * proof of depth d is found at the latest when d visits are allowed and the budget of nodes is
 * large enough. So a value is found if there is one and neither VISITS_TRIED nor a limit of the
 * user's comes first.
 */
#include "search/unbounded.h"
#include "search/halt.h"

#include <errno.h>
#include <stdlib.h>

#define FIRST_BUDGET 1000
#define BUDGET_FACTOR 3
/* Up to this budget only the guess is asked for. */
#define NEAR_BUDGET 30000
/* Sweeps after which, all of them having failed without meeting their budget, no proof is expected.
 */
#define VISITS_TRIED 6

/* A value being looked for. */
struct unbounded_search {
    struct solver *solver;
    struct bounds *bounds;            /* what is proved so far */
    const struct bounds_claim *asked; /* only this is to be decided; NULL: the value */
    int lowest, highest;              /* the margins that an end can have */
    uint64_t budget;                  /* nodes for each query of this round */
    uint64_t near;                    /* up to it only the guess is asked for */
    bool cut;                         /* Some query of this round met its budget. */
};

static bool is_value_open(const struct bounds *bounds)
{
    return bounds->lower_min < bounds->upper_max;
}

static bool is_open(const struct unbounded_search *of)
{
    struct bounds now = *of->bounds;
    bounds_order(&now);
    return is_value_open(&now) && (of->asked == NULL || !bounds_suffice(&now, of->asked));
}

/* Is it open whether attacker forces t (Black), or less than t (White)? */
static bool is_worth_asking(const struct unbounded_search *of, int t, enum colour attacker)
{
    const struct bounds *bounds = of->bounds;
    if (attacker == BLACK)
        return t > bounds->lower_min && t <= bounds->upper_max && t >= of->lowest &&
               t <= of->highest;
    return t - 1 < bounds->upper_max && t - 1 >= bounds->lower_min && t - 1 >= of->lowest &&
           t - 1 <= of->highest;
}

static int ask(struct unbounded_search *of, int t, enum colour attacker)
{
    struct solver *solver = of->solver;
    struct bounds *bounds = of->bounds;
    struct answer answer;
    if (!is_worth_asking(of, t, attacker))
        return 0;
    int r = solver_query_in_turn(solver, t, attacker, of->budget, true, &answer);
    if (r < 0 && solver->search.stopped == STOP_BUDGET)
        of->cut = true;
    if (r < 0)
        return solver->search.stopped == STOP_BUDGET ? 0 : r;
    if (!answer.forced)
        return 0; /* not found, which is not refuted */
    if (answer.winner == BLACK && answer.bound > bounds->lower_min)
        bounds->lower_min = answer.bound;
    if (answer.winner == WHITE && -answer.bound < bounds->upper_max)
        bounds->upper_max = -answer.bound;
    return 0;
}

/*
 * A round for a claim alone: the player who makes it is asked for a proof, and the other for one of
 * the opposite. Beyond the margins that an end can have any end does.
 */
static int ask_claim(struct unbounded_search *of)
{
    const struct bounds_claim *claim = of->asked;
    int t = claim->of_white ? claim->margin + 1 : claim->margin, r = 0;
    for (int i = 0; i < 2 && r == 0; i++) {
        enum colour attacker = (i == 0) == claim->of_white ? WHITE : BLACK;
        if (attacker == BLACK && t <= of->highest)
            r = ask(of, t > of->lowest ? t : of->lowest, BLACK);
        if (attacker == WHITE && t > of->lowest)
            r = ask(of, t <= of->highest ? t : of->highest + 1, WHITE);
    }
    return r;
}

/* One round of queries with the present visits and budget: the open ones nearest to the guess,
 * later others, too. */
static int ask_round(struct unbounded_search *of, int guess)
{
    const struct bounds *bounds = of->bounds;
    int low = bounds->lower_min < of->lowest ? of->lowest : bounds->lower_min + 1;
    int high = bounds->upper_max > of->highest ? of->highest : bounds->upper_max - 1;
    const int asked[] = {low, low + (high - low) / 2, high};
    int r = ask(of, solver_clamp(guess, low, high + 1), BLACK);
    if (r == 0)
        r = ask(of, solver_clamp(guess, low - 1, high) + 1, WHITE);
    if (of->budget <= of->near)
        return r;
    for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]) && r == 0; i++) {
        r = ask(of, asked[i], BLACK);
        if (r == 0)
            r = ask(of, asked[i] + 1, WHITE);
    }
    return r;
}

/* Only dense tables take so long that they are worth more than the nodes of the guess. */
static uint64_t near_budget(const struct solver *solver)
{
    return solver->tables->foresight != NULL ? solver_near_budget(solver, NEAR_BUDGET)
                                             : NEAR_BUDGET;
}

/* Names the round, and goes on where an earlier run was stopped. */
static void name_round(struct unbounded_search *of, int guess)
{
    struct solver *solver = of->solver;
    struct search *search = &solver->search;
    const int what[] = {of->asked != NULL, solver->tables->enumerated,
                        solver->tables->foresight != NULL};
    struct halt_round round = {
        .known = {of->bounds->lower_min, of->bounds->upper_max, guess},
        .budget = of->budget,
        .reach = (uint32_t)search->visits,
    };
    if (search->halt == NULL)
        return;
    round.name = halt_name(search, solver_now(solver)->state, what, sizeof(what) / sizeof(what[0]));
    halt_find_round(search, &round);
    of->budget = round.budget;
    search->visits = round.reach <= VISITS_TRIED ? (int)round.reach : 0;
    halt_note_round(search, &round);
}

static int sweep(struct unbounded_search *of, int guess)
{
    struct search *search = &of->solver->search;
    while (is_open(of)) {
        int lower = of->bounds->lower_min, upper = of->bounds->upper_max;
        of->cut = false;
        name_round(of, guess);
        int r = of->asked != NULL ? ask_claim(of) : ask_round(of, guess);
        if (r < 0)
            return r;
        if (of->bounds->lower_min != lower || of->bounds->upper_max != upper)
            continue;
        if (!of->cut && ++search->visits > VISITS_TRIED) {
            search->stopped = STOP_UNDECIDED;
            return -EAGAIN;
        }
        if (of->cut) {
            of->budget *= BUDGET_FACTOR;
            search->visits = (search->visits + 1) % (VISITS_TRIED + 1);
        }
    }
    return 0;
}

static int find(struct solver *solver, int guess, const struct bounds_claim *asked,
                struct bounds *bounds)
{
    /* The first bounds are those of ends; without, ends with prisoners know no limit. */
    int points = solver->positions->points, most = BOUND_MAX / 2;
    if (solver->positions->scoring != SCORING_TERRITORY)
        most = points + abs(solver_now(solver)->gain);
    struct unbounded_search of = {
        .solver = solver,
        .bounds = bounds,
        .asked = asked,
        .lowest = bounds->lower_min > -most ? bounds->lower_min : -most,
        .highest = bounds->upper_max < most ? bounds->upper_max : most,
        .budget = FIRST_BUDGET,
        .near = near_budget(solver),
    };
    solver->search.visits = 0;
    int r = sweep(&of, guess);
    halt_note_round(&solver->search, NULL);
    solver->search.visits = 0;
    bounds_order(bounds);
    if (!is_value_open(bounds)) {
        bounds->lower_max = bounds->lower_min;
        bounds->upper_min = bounds->upper_max;
    }
    return r;
}

int unbounded_value(struct solver *solver, int guess, struct bounds *bounds)
{
    return find(solver, guess, NULL, bounds);
}

int unbounded_decide(struct solver *solver, const struct bounds_claim *asked, struct bounds *bounds)
{
    return find(solver, 0, asked, bounds);
}
