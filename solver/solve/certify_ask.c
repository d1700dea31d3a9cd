/* The queries of claims: in every order that may pay, and again with more nodes and visits. */
#include "solve/certify_ask.h"

#include <errno.h>
#include <stdlib.h>

#include "search/retry.h"

/* As in unbounded.c. */
#define VISITS_TRIED 6

/* A claim that is asked again, as a query of the search. */
struct asked_claim {
    struct solver *solver;
    const struct certificate_claim *claim;
    int t;
    enum colour attacker;
};

static struct asked_claim asked_claim_of(struct solver *solver,
                                         const struct certificate_claim *claim)
{
    bool pairs = solver->search.model.pairs, infinite = abs(claim->margin) == CERTIFICATE_INFINITE;
    int t = claim->margin + (claim->who == BLACK ? claim->denies : !claim->denies);
    enum colour attacker = (enum colour)(claim->who ^ (claim->denies ? 1 : 0));
    if (infinite)
        t = claim->margin > 0 ? BOUND_MAX / 2 : -BOUND_MAX / 2;
    return (struct asked_claim){solver, claim, t, pairs ? attacker : BLACK};
}

/* Asks in every order that may pay, with the budget for each. */
static int ask_in_turn(const struct asked_claim *asked, uint64_t budget, struct answer *ret_answer)
{
    struct solver *solver = asked->solver;
    int r = -EAGAIN;
    if (solver->portfolio) {
        solver->search.order = ORDER_DEPTH_FIRST;
        r = solver_query(solver, asked->t, asked->attacker, budget, ret_answer);
        solver->search.order = ORDER_BEST_FIRST;
    }
    return r == 0 ? r : solver_query(solver, asked->t, asked->attacker, budget, ret_answer);
}

/* A retry_ask(). */
static enum retry_answer ask_once(void *arg, int visits, uint64_t budget)
{
    const struct asked_claim *asked = arg;
    struct search *search = &asked->solver->search;
    struct answer answer;
    search->visits = visits;
    if (ask_in_turn(asked, budget, &answer) < 0)
        return search->stopped == STOP_BUDGET ? RETRY_BUDGET : RETRY_STOPPED;
    bool proved = (int)answer.winner == asked->claim->who &&
                  (asked->claim->denies || answer.forced) && search->proved != NULL;
    return proved ? RETRY_PROVED : RETRY_FAILED;
}

bool certify_ask(struct solver *solver, const struct certificate_claim *claim, uint64_t once)
{
    struct asked_claim asked = asked_claim_of(solver, claim);
    bool endless = solver->search.model.unbounded && once != RETRY_LOOK;
    int visits_most = endless ? VISITS_TRIED : 0;
    bool proved = retry_until_proved(visits_most, once, ask_once, &asked);
    solver->search.visits = 0;
    return proved;
}
