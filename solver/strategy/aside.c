/*
 * A turn of the search over lemmas while strategies are looked for. Where no tables fit, strategies
 * are as a rule the only way, and are looked for until a limit ends the run. But a position may be
 * decided by what the rules forbid, and have no strategy that says so, although no search for one
 * comes to an end. So after each round beyond what a table holds the search over lemmas, without
 * tables and with a small part of the memory, gets a small part of the round's nodes: both get as
 * many as the answer takes, and neither keeps the other from it.
 */
#include "strategy/internal.h"

#include <errno.h>
#include <stdlib.h>

/* The parts of a round's nodes and of the memory that it gets. A node takes it ten times as long.
 */
#define NODES_SHARE(nodes) ((nodes) / 256 + 1)
#define BYTES_SHARE(bytes) ((bytes) / 8)

/* Progress is that of the run. */
static void show(const struct run_progress *aside, void *arg)
{
    (void)aside;
    search_show_progress(arg);
}

/* Nodes of the run are left: a query that takes the last one ends the run, and no turn follows it
 * (strategies_stop()). */
static struct limits limits_of(const struct search *run, uint64_t nodes)
{
    struct limits limits = run->limits;
    uint64_t left = limits.max_nodes - run->nodes;
    limits.max_nodes = limits.max_nodes != 0 && left < nodes ? left : nodes;
    limits.max_bytes = BYTES_SHARE(limits.max_bytes);
    limits.threads = 1;
    limits.recording = false;
    limits.progress = limits.progress != NULL ? show : NULL;
    limits.progress_arg = (void *)run;
    return limits;
}

int aside_search(struct strategies *strategies, uint64_t budget, struct bounds *bounds)
{
    struct search *run = &strategies->solver->search;
    const struct limits limits = limits_of(run, NODES_SHARE(budget));
    struct solver *solver = calloc(1, sizeof(*solver));
    if (solver == NULL)
        return -ENOMEM;
    int r = solver_init_bare(solver, strategies->game, &limits);
    if (r < 0) {
        free(solver);
        return r;
    }
    if (solver_decide(solver, 0, strategies->plan.asked, bounds) < 0)
        strategies->aside_ended = solver->search.stopped != STOP_NODES;
    run->nodes += solver->search.nodes;
    solver_release(solver);
    free(solver);
    return 0;
}
