/*
 * One query of a solver's present node: answered at once where play does not go on, else by the
 * search, in one order or in both: in turn (alternate_query.c), in two threads (parallel_query.c),
 * or one after the other where proofs are recorded.
 */
#include <errno.h>

#include "search/alternate_query.h"
#include "search/parallel_query.h"
#include "search/solver.h"

/* The answer at a node where the game is over, or one player is left. Of an open end it is the one
 * that is sure for the winner. */
static void answer_end(const struct solver_node *now, int t, struct answer *ret_answer)
{
    enum colour winner = now->margin >= t ? BLACK : WHITE;
    int least = now->margin, most = now->margin;
    if (now->kind == NODE_SOLO_OPEN && now->least < least)
        least = now->least;
    if (now->kind == NODE_SOLO_OPEN && now->least > most)
        most = now->least;
    *ret_answer = (struct answer){winner, winner == BLACK ? least : -most, true};
}

void solver_answer_from_root(const struct solver *solver, struct answer *answer)
{
    int gain = solver_now(solver)->gain;
    if (answer->bound != BOUND_MAX)
        answer->bound += answer->winner == BLACK ? gain : -gain;
}

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
        answer_end(now, t, ret_answer);
        return 0;
    }
    solver_set_attractors(solver, t - now->gain);
    if (solver_interrupted(solver))
        return -EAGAIN;
    int r =
        search_query(&solver->search, now->state, t - now->gain, attacker, max_nodes, ret_answer);
    if (r == 0)
        solver_answer_from_root(solver, ret_answer);
    return r;
}

/* Asks in one order after the other, each with all its nodes. */
static int ask_one_by_one(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                          bool forced_only, struct answer *ret_answer)
{
    solver->search.order = ORDER_DEPTH_FIRST;
    int r = solver_query(solver, t, attacker, max_nodes / solver->depth_divisor, ret_answer);
    solver->search.order = ORDER_BEST_FIRST;
    enum stop_reason why = solver->search.stopped;
    if (r == 0 ? ret_answer->forced || !forced_only
               : why != STOP_BUDGET && why != STOP_MEMORY && why != STOP_LENGTH)
        return r;
    return solver_query(solver, t, attacker, max_nodes, ret_answer);
}

int solver_query_in_turn(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                         bool forced_only, struct answer *ret_answer)
{
    if (!solver->portfolio || max_nodes == 0)
        return solver_query(solver, t, attacker, max_nodes, ret_answer);
    /* Certificates are made of one search, whose lemmas are exchanged (certify.c). */
    if (solver->search.limits.recording || solver_now(solver)->kind != NODE_OPEN)
        return ask_one_by_one(solver, t, attacker, max_nodes, forced_only, ret_answer);
    if (parallel_query_is_wanted(solver, max_nodes))
        return parallel_query_run(solver, t, attacker, max_nodes, forced_only, ret_answer);
    return alternate_query_run(solver, t, attacker, max_nodes, forced_only, ret_answer);
}
