/*
 * What each part of the search is worth, for scripts/bench --features:
 *
 *     bench_features BOARD RULES WITHOUT MEMORY-MIB SECONDS
 *
 * solves the value with one part switched off and prints one line: the value, the nodes expanded,
 * seconds, and the bytes that the search held at the end. WITHOUT is nothing, attractors, energies,
 * leaves, lists (dense tables do their work), depth-first or best-first. Exit 3: not solved within
 * SECONDS or the memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/solver.h"

static bool switch_off(struct solver *solver, const char *part)
{
    if (strcmp(part, "attractors") == 0) {
        solver->tables->enumerated = false;
    } else if (strcmp(part, "energies") == 0) {
        solver->energies = false;
    } else if (strcmp(part, "leaves") == 0) {
        solver->search.solo_leaf = false;
    } else if (strcmp(part, "depth-first") == 0) {
        solver->portfolio = false;
    } else if (strcmp(part, "best-first") == 0) {
        solver->portfolio = false;
        solver->search.order = ORDER_DEPTH_FIRST;
    } else {
        return strcmp(part, "nothing") == 0 || strcmp(part, "lists") == 0;
    }
    return true;
}

static int solve(const struct game *game, const char *part, const struct limits *limits)
{
    struct solver solver;
    struct bounds bounds;
    int r = solver_init(&solver, game, limits);
    if (r < 0)
        return r;
    if (!switch_off(&solver, part)) {
        fprintf(stderr, "bench_features: no part '%s'\n", part);
        return -EXIT_FAILURE;
    }
    r = solver_first_bounds(&solver, &bounds);
    if (r == 0)
        r = solver_value(&solver, 0, &bounds);
    printf("%d..%d %llu %.2f %zu\n", bounds.lower_min, bounds.upper_max,
           (unsigned long long)solver.search.nodes, clock_now() - solver.search.opened,
           search_bytes(&solver.search));
    solver_release(&solver);
    return r;
}

int main(int argc, char **argv)
{
    struct graph *graph;
    struct ruleset rules;
    struct position empty;
    struct game game;
    struct error err = {""};
    if (argc != 6 || graph_parse(argv[1], &graph, &err) < 0 ||
        ruleset_parse(argv[2], &rules, &err) < 0) {
        fprintf(stderr, "usage: bench_features BOARD RULES WITHOUT MEMORY-MIB SECONDS %s\n",
                err.text);
        return 2;
    }
    struct limits limits = {
        .max_bytes = (size_t)atol(argv[4]) << 20,
        .deadline = clock_now() + atof(argv[5]),
        .threads = 1,
        .no_lists = strcmp(argv[3], "lists") == 0,
    };
    memset(&empty, 0, sizeof(empty));
    int r = game_init(&game, graph, &rules, &empty, BLACK);
    if (r == 0)
        r = solve(&game, argv[3], &limits);
    game_release(&game);
    graph_free(graph);
    return r == 0 ? 0 : 3;
}
