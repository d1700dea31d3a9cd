/*
 * The longest complete game by components: the same search, with the longest walk instead of the
 * number of walks. From the lengths the game is found by going along an edge that keeps them.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/free_all.h"
#include "count/components/component_search.h"
#include "count/components/components.h"

/* How a game can end at a node, at best. */
struct finish {
    size_t length;    /* of the whole game from where it was looked at + 1; 0: there is none */
    uint32_t node;    /* at which the walk stops */
    uint32_t closing; /* the edge that ends the game, or ARENA_NO_ITEM: passes do */
};

struct pursuit {
    struct component_search search;
    uint64_t set[COMPONENT_WORDS_MAX]; /* nodes that are left, once the present one is arrived at */
    uint64_t *cells;
    uint32_t *edges;
    size_t count, room;
};

static void improve(struct finish *best, size_t length, uint32_t node, uint32_t closing)
{
    if (best->length < length + 1)
        *best = (struct finish){length + 1, node, closing};
}

/*
 * The best finish after so much at node. An edge to a node that closes ends the game if that node
 * cannot be arrived at any more. So it is if it is not left; and if the walk would be longer than
 * the longest (deepest): for if it could be arrived at there would be a longer one.
 */
static void finish_at(const struct pursuit *pursuit, uint32_t node, size_t length, size_t deepest,
                      struct finish *best)
{
    const struct arena *arena = pursuit->search.graph->arena;
    for (uint32_t i = arena->first_end[node]; i < arena->first_end[node + 1]; i++)
        improve(best, length + arena->ends[i], node, ARENA_NO_ITEM);
    for (uint32_t i = arena->first_edge[node]; i < arena->first_edge[node + 1]; i++) {
        const struct arena_edge *edge = &arena->edges[i];
        bool left = component_graph_has(pursuit->set, edge->to);
        if (arena->nodes[edge->to].closes && (!left || length + edge->length > deepest))
            improve(best, length + edge->length, node, i);
    }
}

/* Finds the best finish after an arrival at node, where pursuit->set is what is left. */
static int best_finish(struct pursuit *pursuit, uint32_t node, struct finish *ret_best)
{
    const struct component_graph *graph = pursuit->search.graph;
    uint32_t count = graph->arena->count;
    struct finish best = {0};
    size_t deepest = 0;
    int r = component_search_arrivals(&pursuit->search, node, pursuit->set, pursuit->cells);
    for (uint32_t i = 0; i < count && r == 0; i++)
        if (!component_graph_has(pursuit->set, i))
            pursuit->cells[i] = 0;
        else if (pursuit->cells[i] > deepest + 1)
            deepest = pursuit->cells[i] - 1;
    if (r < 0)
        return r;
    finish_at(pursuit, node, 0, deepest, &best);
    for (uint32_t i = 0; i < count; i++)
        if (pursuit->cells[i] > 0)
            finish_at(pursuit, i, pursuit->cells[i] - 1, deepest, &best);
    *ret_best = best;
    return 0;
}

static void arrive(struct pursuit *pursuit, uint32_t node)
{
    const struct component_graph *graph = pursuit->search.graph;
    for (int k = 0; k < graph->words; k++)
        pursuit->set[k] &= ~graph->removed[(size_t)node * (size_t)graph->words + (size_t)k];
}

/* Goes along the first edge from *node after which the best finish is as good as *best less the
 * edge. */
static int step(struct pursuit *pursuit, uint32_t *node, struct finish *best)
{
    const struct component_graph *graph = pursuit->search.graph;
    const struct arena *arena = graph->arena;
    uint64_t left[COMPONENT_WORDS_MAX];
    size_t bytes = (size_t)graph->words * sizeof(*left);
    memcpy(left, pursuit->set, bytes);
    for (uint32_t i = arena->first_edge[*node]; i < arena->first_edge[*node + 1]; i++) {
        const struct arena_edge *edge = &arena->edges[i];
        struct finish after;
        if (!component_graph_has(left, edge->to))
            continue;
        arrive(pursuit, edge->to);
        int r = best_finish(pursuit, edge->to, &after);
        if (r < 0)
            return r;
        if (after.length + edge->length == best->length) {
            *best = after;
            *node = edge->to;
            pursuit->edges[pursuit->count++] = i;
            return 0;
        }
        memcpy(pursuit->set, left, bytes);
    }
    return -EINVAL; /* cannot be: some edge keeps the length */
}

static int pursue(struct pursuit *pursuit, struct finish *best)
{
    const struct arena *arena = pursuit->search.graph->arena;
    uint32_t node = arena->root;
    int r = best_finish(pursuit, node, best);
    size_t longest = best->length;
    while (r == 0 && best->node != node)
        r = pursuit->count < pursuit->room ? step(pursuit, &node, best) : -EINVAL;
    best->length = longest;
    return r;
}

static int find_longest(const struct component_graph *graph, struct count_run *run,
                        struct pursuit *pursuit, struct finish *ret_best)
{
    struct cell_shape shape = component_search_shape(graph, run, CELL_LONGEST, 1);
    int r = component_search_init(&pursuit->search, graph, run, shape);
    pursuit->room = graph->longest;
    pursuit->cells = calloc(component_worker_words(graph, &shape), sizeof(*pursuit->cells));
    pursuit->edges = calloc(pursuit->room + 1, sizeof(*pursuit->edges));
    if (r == 0 && (pursuit->cells == NULL || pursuit->edges == NULL))
        r = -ENOMEM;
    if (r < 0)
        return r;
    component_search_alive(graph, pursuit->set);
    arrive(pursuit, graph->arena->root);
    return pursue(pursuit, ret_best);
}

int components_longest(const struct arena *arena, struct count_run *run, size_t *ret_longest,
                       uint32_t **ret_edges, size_t *ret_count, uint32_t *ret_closing)
{
    struct component_graph graph;
    struct pursuit pursuit = {0};
    struct finish best;
    int r = component_graph_init(&graph, arena, component_search_max_bytes(run));
    run->method = "walks by strongly connected components";
    if (r == 0)
        r = find_longest(&graph, run, &pursuit, &best);
    if (r == 0) {
        *ret_longest = best.length - 1;
        *ret_count = pursuit.count;
        *ret_closing = best.closing;
        *ret_edges = pursuit.edges;
        pursuit.edges = NULL;
    }
    component_search_release(&pursuit.search);
    component_graph_release(&graph);
    FREE_ALL(pursuit.cells, pursuit.edges);
    return r;
}
