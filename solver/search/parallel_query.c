/*
 * One query in two orders of search at the same time, each in a thread of its own, on shared
 * lemmas. Depth first and best first are good at different boards, and each uses what the other
 * proves, so together they take the time of the faster one.
 */
#include "search/parallel_query.h"

#include <errno.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "search/persistence.h"

/* Fewer nodes are not worth a thread. */
#define PARALLEL_BUDGET 2000

bool parallel_query_is_wanted(const struct solver *solver, uint64_t max_nodes)
{
#ifdef _OPENMP
    const struct limits *limits = &solver->search.limits;
    uint64_t least = limits->parallel_nodes != 0 ? limits->parallel_nodes : PARALLEL_BUDGET;
    return solver->portfolio && solver->tables->enumerated && limits->threads > 1 &&
           !limits->recording && limits->max_nodes == 0 && max_nodes >= least &&
           solver_now(solver)->kind == NODE_OPEN;
#else
    (void)solver;
    (void)max_nodes;
    return false;
#endif
}

/* Returns the second solver, which stands where solver stands. NULL: no memory. */
static struct solver *bring_second(struct solver *solver)
{
    struct limits limits = solver->search.limits;
    limits.threads = 1;
    limits.progress = NULL;
    if (solver->beside == NULL) {
        struct solver *made = calloc(1, sizeof(*made));
        if (made == NULL || solver_init_beside(made, solver, &solver->game, &limits) < 0) {
            free(made);
            return NULL;
        }
        search_attach(&made->search, solver->search.persistence, &solver->game);
        solver->beside = made;
    }
    struct search *own = &solver->search, *second = &solver->beside->search;
    if (history_copy(&second->history, &own->history) < 0)
        return NULL;
    for (enum colour attacker = BLACK; attacker <= WHITE; attacker++) {
        second->attractors[attacker] = own->attractors[attacker];
        second->energies[attacker] = own->energies[attacker];
    }
    second->outlook = own->outlook;
    second->visits = own->visits;
    second->solo_leaf = own->solo_leaf;
    second->order = ORDER_DEPTH_FIRST;
    return solver->beside;
}

void parallel_query_release(struct solver *solver)
{
    if (solver->beside == NULL)
        return;
    solver_release(solver->beside);
    free(solver->beside);
    solver->beside = NULL;
}

/* The part of one of the two: a query and its answer. */
struct query_part {
    struct search *search;
    uint64_t max_nodes;
    bool forced_only;
    int result;
    struct answer answer;
};

static bool is_done(const struct query_part *part)
{
    return part->result == 0 && (part->answer.forced || !part->forced_only);
}

/* In a parallel region: is there a second thread? */
static bool works_beside(void)
{
#ifdef _OPENMP
    return omp_get_num_threads() > 1;
#else
    return false;
#endif
}

int parallel_query_run(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                       bool forced_only, struct answer *ret_answer)
{
    solver_set_attractors(solver, t - solver_now(solver)->gain);
    struct solver *second = bring_second(solver);
    if (second == NULL) {
        solver->search.stopped = STOP_MEMORY;
        return -EAGAIN;
    }
    const struct solver_node *now = solver_now(solver);
    atomic_bool cancelled = false;
    uint64_t deep = max_nodes / solver->depth_divisor, before = second->search.nodes;
    struct query_part parts[2] = {{&solver->search, max_nodes, false, -EAGAIN, {0}},
                                  {&second->search, deep, forced_only, -EAGAIN, {0}}};
    for (int i = 0; i < 2; i++) {
        parts[i].search->spent = false;
        parts[i].search->other_spent = &parts[!i].search->spent;
        parts[i].search->cancelled = &cancelled;
    }
#ifdef _OPENMP
#pragma omp parallel for num_threads(2) schedule(static, 1)
#endif
    for (int i = 0; i < 2; i++) {
        struct query_part *part = &parts[i];
        if (!works_beside())
            parts[!i].search->spent = true;
        part->result = search_query(part->search, now->state, t - now->gain, attacker,
                                    part->max_nodes, &part->answer);
        part->search->spent = true;
        if (is_done(part))
            cancelled = true;
    }
    for (int i = 0; i < 2; i++)
        parts[i].search->cancelled = parts[i].search->other_spent = NULL;
    solver->search.nodes += second->search.nodes - before;
    const struct query_part *best = is_done(&parts[1]) && parts[0].result != 0 ? &parts[1] : parts;
    if (best->result < 0)
        return best->result;
    solver->search.stopped = STOP_NONE;
    *ret_answer = best->answer;
    if (ret_answer->bound != BOUND_MAX)
        ret_answer->bound += ret_answer->winner == BLACK ? now->gain : -now->gain;
    return 0;
}
