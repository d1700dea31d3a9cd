/* Making the graph of arrivals. */
#include "count/histories/returns_graph.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

/* Moves in a row that look nothing up; more would be passes that never end. */
#define PLAIN_MOVES_MAX 4
#define NO_CLASS HISTORY_CLASSES

static uint64_t key_of(uint32_t node, uint32_t item)
{
    return (uint64_t)node << 32 | item;
}

static uint64_t hash_arrival(const void *arg, uint32_t arrival)
{
    const struct returns_arrival *arrivals = arg;
    return hash_mix(key_of(arrivals[arrival].node, arrivals[arrival].item));
}

static uint32_t find(const struct returns_graph *graph, uint32_t node, uint32_t item,
                     size_t *ret_at)
{
    uint64_t key = key_of(node, item);
    uint32_t i = hashset_first(&graph->index, hash_mix(key), ret_at);
    while (i != HASHSET_NONE && key_of(graph->arrivals[i].node, graph->arrivals[i].item) != key)
        i = hashset_next(&graph->index, ret_at);
    return i;
}

/* Adds an arrival if it is new. Room for one more is kept. */
static int add(struct returns_graph *graph, uint32_t node, uint32_t item, uint32_t *ret_arrival)
{
    size_t at;
    int r = hashset_reserve(&graph->index, graph->count, 1, hash_arrival, graph->arrivals);
    if (r == 0)
        r = array_reserve(&graph->arrivals, (size_t)graph->count + 2, &graph->room,
                          sizeof(*graph->arrivals));
    if (r < 0)
        return r;
    *ret_arrival = find(graph, node, item, &at);
    if (*ret_arrival != HASHSET_NONE)
        return 0;
    *ret_arrival = graph->count++;
    graph->arrivals[*ret_arrival] = (struct returns_arrival){.node = node, .item = item};
    hashset_put(&graph->index, at, *ret_arrival);
    return 0;
}

/* Does the move create items of the class that is looked up, besides the one it looks up? */
static bool creates_more(const struct returns_graph *graph, const struct history_edge *edge)
{
    bool more = false;
    for (int i = 0; i < HISTORY_CREATED_MAX && edge->created[i] != HISTORY_NONE; i++)
        more = more || (edge->created[i] != edge->lookup &&
                        graph->history->items[edge->created[i]].class == graph->class);
    return more;
}

static bool creates_own(const struct history_edge *edge)
{
    bool own = false;
    for (int i = 0; i < HISTORY_CREATED_MAX; i++)
        own = own || edge->created[i] == edge->lookup;
    return own;
}

static bool is_final(const struct returns_graph *graph, const struct history_edge *edge)
{
    return edge->blocked && edge->bar == HISTORY_NONE && edge->clears == 0 && creates_own(edge) &&
           !creates_more(graph, edge) && graph->history->items[edge->lookup].class == graph->class;
}

/* Adds what can be done at a node as edges of an arrival, after plain moves with this shift. */
static int add_edges(struct returns_graph *graph, uint32_t arrival, uint32_t node, int32_t shift,
                     int plain)
{
    const struct history_graph *history = graph->history;
    uint32_t end = history->nodes[node + 1].first_edge;
    int r = plain > PLAIN_MOVES_MAX ? -EOPNOTSUPP : 0;
    for (uint32_t e = history->nodes[node].first_edge; e < end && r == 0; e++) {
        const struct history_edge *edge = &history->edges[e];
        bool counted = history->classes[graph->class].counted;
        int32_t after = shift + (counted ? edge->shift[graph->class] : 0);
        if (edge->to == HISTORY_NONE) {
            graph->arrivals[arrival].ends++;
        } else if (edge->lookup == HISTORY_NONE) {
            r = edge->clears != 0 || creates_more(graph, edge) ? -EOPNOTSUPP : 0;
            if (r == 0)
                r = add_edges(graph, arrival, edge->to, after, plain + 1);
        } else {
            struct returns_edge made = {
                .item = edge->lookup, .before = shift, .shift = after, .move = edge};
            r = is_final(graph, edge) ? 0 : -EOPNOTSUPP;
            if (r == 0)
                r = add(graph, edge->to, edge->lookup, &made.to);
            if (r == 0)
                r = array_reserve(&graph->edges, (size_t)graph->edge_count + 1, &graph->edge_room,
                                  sizeof(*graph->edges));
            if (r == 0)
                graph->edges[graph->edge_count++] = made;
        }
    }
    return r;
}

/* The images, which come last, included. */
size_t returns_graph_bytes(const struct returns_graph *graph)
{
    size_t group = (size_t)graph->history->positions.group.size;
    return graph->room * sizeof(*graph->arrivals) + graph->edge_room * sizeof(*graph->edges) +
           hashset_bytes(&graph->index) + group * graph->count * sizeof(*graph->images);
}

/* All arrivals, whether the root leads there or not: then symmetries take them to each other. */
static int add_arrivals(struct returns_graph *graph, size_t max_bytes, struct count_run *run)
{
    const struct history_graph *history = graph->history;
    uint32_t arrival;
    int r = 0;
    for (uint32_t n = 0; n < history->node_count && r == 0; n++) {
        uint32_t end = history->nodes[n + 1].first_edge;
        if (count_run_step(run))
            return -EINTR;
        if (returns_graph_bytes(graph) > max_bytes)
            return -ENOSPC;
        for (uint32_t e = history->nodes[n].first_edge; e < end && r == 0; e++) {
            const struct history_edge *edge = &history->edges[e];
            if (history->nodes[n].alone || edge->lookup == HISTORY_NONE)
                continue;
            graph->class = history->items[edge->lookup].class;
            r = add(graph, edge->to, edge->lookup, &arrival);
        }
    }
    return r;
}

static int make_images(struct returns_graph *graph)
{
    const struct history_graph *history = graph->history;
    const struct positions *positions = &history->positions;
    uint32_t *nodes = calloc(history->node_count, sizeof(*nodes));
    size_t at, size = (size_t)positions->group.size;
    graph->images = calloc(size * graph->count, sizeof(*graph->images));
    if (graph->images == NULL || nodes == NULL) {
        free(nodes);
        return -ENOMEM;
    }
    for (size_t g = 0; g < size; g++) {
        for (uint32_t n = 0; n < history->node_count; n++)
            nodes[n] = history_graph_image(history, (int)g, n);
        for (uint32_t a = 0; a + 1 < graph->count; a++) {
            uint32_t item = history->item_images[g * history->item_count + graph->arrivals[a].item];
            graph->images[g * graph->count + a] =
                find(graph, nodes[graph->arrivals[a].node], item, &at);
        }
    }
    free(nodes);
    return 0;
}

static int build(struct returns_graph *graph, uint32_t root, size_t max_bytes,
                 struct count_run *run)
{
    uint32_t arrival;
    int r = add_arrivals(graph, max_bytes, run);
    if (r == 0 && (graph->class == NO_CLASS || graph->history->nodes[root].alone))
        r = -EOPNOTSUPP;
    if (r == 0)
        r = add(graph, root, HISTORY_NONE, &arrival);
    for (uint32_t a = 0; a < graph->count && r == 0; a++) {
        graph->arrivals[a].first_edge = graph->edge_count;
        r = count_run_step(run) ? -EINTR : add_edges(graph, a, graph->arrivals[a].node, 0, 0);
        if (r == 0 && returns_graph_bytes(graph) > max_bytes)
            r = -ENOSPC;
    }
    if (r < 0)
        return r;
    graph->arrivals[graph->count].first_edge = graph->edge_count;
    return make_images(graph);
}

int returns_graph_init(struct returns_graph *ret_graph, const struct history_graph *history,
                       uint32_t root, size_t max_bytes, struct count_run *run)
{
    struct returns_graph graph = {.history = history, .class = NO_CLASS};
    int r = build(&graph, root, max_bytes, run);
    if (r < 0) {
        returns_graph_release(&graph);
        return r;
    }
    *ret_graph = graph;
    return 0;
}

void returns_graph_release(struct returns_graph *graph)
{
    hashset_release(&graph->index);
    free(graph->arrivals);
    free(graph->edges);
    free(graph->images);
}
