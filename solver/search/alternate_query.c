/*
 * One query in two orders of search, in turn. Depth first and best first are good at different
 * boards, and each uses what the other proves. Which of them is the better one is not known, and
 * either may need no more than a few nodes when the other has proved enough. So both go on at the
 * same time, each on a path of its own, and every few nodes it is the other's turn: together they
 * take about twice the time of the one that is there first.
 *
 * Turns are alike in work, not in nodes: a node of depth first can take ten times as long, as on a
 * long path lemmas have many conditions.
 */
#include "search/alternate_query.h"

#include <assert.h>
#include <errno.h>

#include "search/beside.h"
#include "search/halt.h"

/* The nodes of best first in a turn. Where a history never recurs (unbounded.c) a query is often
 * one that neither of them answers, and short turns took twice the nodes. */
#define TURN_NODES 100
#define TURN_NODES_UNBOUNDED 4000

/* One of the two. */
struct turn_taker {
    struct search *search;
    uint64_t nodes; /* of a turn */
    uint64_t left;  /* nodes for the query */
    uint64_t work;  /* of its last turn */
    bool over;      /* It has failed, or has no nodes left. */
};

struct alternation {
    struct turn_taker deep, best;
    uint64_t max_nodes; /* of all queries, by both; 0: no limit */
    uint64_t before;    /* what deep had expanded before the query */
};

/* The nodes of this query and of all before it. */
static uint64_t nodes_of_both(const struct alternation *all)
{
    return all->best.search->nodes + all->deep.search->nodes - all->before;
}

/* Lets one of them go on, with as much work as max_work (0: no limit). Returns 1: it has decided
 * the query; 0: nothing yet; -EAGAIN: a limit stopped it (search.stopped). */
static int take_turn(const struct alternation *all, struct turn_taker *one, uint64_t max_work)
{
    struct search *search = one->search;
    uint64_t nodes = one->nodes < one->left ? one->nodes : one->left, used = nodes_of_both(all);
    uint64_t nodes_before = search->nodes, work_before = search->work;
    if (all->max_nodes != 0 && used >= all->max_nodes) {
        search->stopped = STOP_NODES;
        return -EAGAIN;
    }
    if (all->max_nodes != 0)
        search->limits.max_nodes = search->nodes + all->max_nodes - used;
    int r = search_go_on(search, nodes, max_work);
    one->left -= search->nodes - nodes_before;
    one->work = search->work - work_before;
    one->over = r == 0 || one->left == 0;
    if (r == 0)
        return 1;
    return search->stopped == STOP_BUDGET ? 0 : -EAGAIN;
}

/* Depth first may fail where best first does not: it needs more memory. */
static bool may_go_on(const struct turn_taker *deep)
{
    return deep->search->stopped == STOP_MEMORY || deep->search->stopped == STOP_LENGTH;
}

/* Goes on where an earlier run was stopped, if that was in this query. */
static void go_on(struct alternation *all)
{
    struct turn_taker *deep = &all->deep, *best = &all->best;
    const struct halt_query *before = halt_query_before(best->search);
    if (before == NULL || before->left[ORDER_BEST_FIRST] == 0)
        return;
    if (before->left[ORDER_BEST_FIRST] < best->left)
        best->left = before->left[ORDER_BEST_FIRST];
    if (before->left[ORDER_DEPTH_FIRST] < deep->left)
        deep->left = before->left[ORDER_DEPTH_FIRST];
    best->work = before->work;
    deep->over = before->over || deep->left == 0;
}

/* Notes how far it is. */
static void note(const struct alternation *all)
{
    const struct halt_query query = {
        .left = {[ORDER_BEST_FIRST] = all->best.left, [ORDER_DEPTH_FIRST] = all->deep.left},
        .work = all->best.work,
        .over = all->deep.over,
    };
    halt_note_query(all->best.search, &query);
}

/* Returns 0, with the one that has decided the query in *ret_done; or -EAGAIN, with the one that a
 * limit has stopped. */
static int alternate(struct alternation *all, bool forced_only, struct turn_taker **ret_done)
{
    struct turn_taker *deep = &all->deep, *best = &all->best;
    while (!best->over) {
        int r = deep->over ? 0 : take_turn(all, deep, best->work);
        *ret_done = deep;
        if (r > 0 && (!deep->search->root->denies || !forced_only))
            return 0;
        if (r < 0 && !may_go_on(deep))
            return -EAGAIN;
        deep->over = deep->over || r < 0;
        r = take_turn(all, best, 0);
        *ret_done = best;
        if (r != 0)
            return r > 0 ? 0 : -EAGAIN;
    }
    return -EAGAIN;
}

/* The same for a query that begins, with its answer. */
static int ask(struct alternation *all, struct state state, int t, enum colour attacker,
               bool forced_only, struct answer *ret_answer)
{
    struct search *own = all->best.search, *second = all->deep.search;
    struct turn_taker *done = &all->best;
    int r = search_begin(own, state, t, attacker);
    if (r == 0)
        r = search_begin(second, state, t, attacker);
    own->stopped = STOP_MEMORY;
    go_on(all);
    if (r == 0)
        r = alternate(all, forced_only, &done);
    if (r == 0)
        search_answer(done->search, state, ret_answer);
    own->stopped = done->search->stopped;
    note(all);
    search_break_off(own);
    search_break_off(second);
    return r;
}

int alternate_query_run(struct solver *solver, int t, enum colour attacker, uint64_t max_nodes,
                        bool forced_only, struct answer *ret_answer)
{
    const struct solver_node *now = solver_now(solver);
    struct search *own = &solver->search;
    assert(!own->limits.recording); /* The second search would keep lemmas that certify.c drops. */
    unsigned part = solver->depth_divisor;
    uint64_t turn = own->model.unbounded ? TURN_NODES_UNBOUNDED : TURN_NODES;
    solver_set_attractors(solver, t - now->gain);
    if (solver_interrupted(solver))
        return -EAGAIN;
    struct solver *second = beside_bring(solver);
    if (second == NULL) {
        own->stopped = STOP_MEMORY;
        return -EAGAIN;
    }
    struct alternation all = {
        .deep = {.search = &second->search, .nodes = turn / part, .left = max_nodes / part},
        .best = {.search = own, .nodes = turn, .left = max_nodes},
        .max_nodes = own->limits.max_nodes,
        .before = second->search.nodes,
    };
    all.deep.over = all.deep.left == 0;
    int r = ask(&all, now->state, t - now->gain, attacker, forced_only, ret_answer);
    own->nodes = nodes_of_both(&all);
    own->limits.max_nodes = all.max_nodes;
    if (r < 0)
        return -EAGAIN;
    solver_answer_from_root(solver, ret_answer);
    return 0;
}
