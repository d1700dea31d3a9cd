/*
 * One query in two orders of search at the same time, each in a thread of its own, on shared
 * lemmas. Depth first and best first are good at different boards, and each uses what the other
 * proves, so together they take the time of the faster one.
 */
#include "search/parallel_query.h"

#include <errno.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "search/beside.h"

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
    struct solver *second = beside_bring(solver);
    if (second == NULL) {
        solver->search.stopped = STOP_MEMORY;
        return -EAGAIN;
    }
    solver->in_parallel = true;
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
    solver_answer_from_root(solver, ret_answer);
    return 0;
}
