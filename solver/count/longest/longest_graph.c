/* From an arena to the graph of its guarded nodes. */
#include "count/longest/longest_graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"

struct longest_builder {
    struct longest_graph *graph;
    const struct arena *arena;
    uint32_t *vertex; /* by node: its vertex, or LONGEST_NONE */
    uint32_t *way;    /* the edges of the walk at hand */
    size_t way_room;
    size_t arc_room, step_room;
    size_t step_count;
    size_t max_bytes;
    struct count_run *run;
};

/* Can a game enter the node, once at most? */
static bool is_vertex(const struct arena *arena, uint32_t node)
{
    return node == arena->root ||
           (arena->nodes[node].guarded && !arena->present[arena->nodes[node].item]);
}

static int number_vertices(struct longest_builder *builder)
{
    const struct arena *arena = builder->arena;
    struct longest_graph *graph = builder->graph;
    builder->vertex = malloc(arena->count * sizeof(*builder->vertex));
    graph->node = malloc(arena->count * sizeof(*graph->node));
    if (builder->vertex == NULL || graph->node == NULL)
        return -ENOMEM;
    memset(builder->vertex, 0xff, arena->count * sizeof(*builder->vertex));
    builder->vertex[arena->root] = 0;
    graph->node[graph->count++] = arena->root;
    for (uint32_t i = 0; i < arena->count; i++)
        if (i != arena->root && is_vertex(arena, i)) {
            builder->vertex[i] = graph->count;
            graph->node[graph->count++] = i;
        }
    graph->first_arc = calloc(graph->count + 1u, sizeof(*graph->first_arc));
    graph->finish = calloc(graph->count, sizeof(*graph->finish));
    return graph->first_arc == NULL || graph->finish == NULL ? -ENOMEM : 0;
}

/* Adds the walk at hand as an arc, unless one between the same vertices is as long. */
static int add_arc(struct longest_builder *builder, uint32_t from, uint32_t to, uint32_t steps,
                   uint32_t length)
{
    struct longest_graph *graph = builder->graph;
    uint32_t i = graph->first_arc[from];
    while (i < graph->arc_count && graph->arcs[i].to != to)
        i++;
    if (i < graph->arc_count && graph->arcs[i].length >= length)
        return 0;
    int r = array_reserve(&graph->arcs, graph->arc_count + 1u, &builder->arc_room,
                          sizeof(*graph->arcs));
    if (r == 0)
        r = array_reserve(&graph->steps, builder->step_count + steps, &builder->step_room,
                          sizeof(*graph->steps));
    if (r < 0)
        return r;
    if ((builder->arc_room * sizeof(*graph->arcs)) + (builder->step_room * sizeof(*graph->steps)) >
        builder->max_bytes)
        return -ENOSPC;
    graph->arcs[i] = (struct longest_arc){
        .from = from,
        .to = to,
        .first_step = (uint32_t)builder->step_count,
        .steps = (uint16_t)steps,
        .length = (uint16_t)length,
    };
    memcpy(graph->steps + builder->step_count, builder->way, steps * sizeof(*builder->way));
    builder->step_count += steps;
    if (i == graph->arc_count)
        graph->arc_count++;
    return 0;
}

/* Goes on with a walk from a vertex that has come to node: steps edges of so much length. */
static int walk(struct longest_builder *builder, uint32_t from, uint32_t node, uint32_t steps,
                uint32_t length)
{
    const struct arena *arena = builder->arena;
    struct longest_graph *graph = builder->graph;
    if (steps > arena->count || steps >= UINT16_MAX)
        return -ERANGE;
    int r = array_reserve(&builder->way, steps + 1u, &builder->way_room, sizeof(*builder->way));
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1] && r == 0; e++) {
        const struct arena_edge *edge = &arena->edges[e];
        const struct arena_node *to = &arena->nodes[edge->to];
        uint32_t sum = length + edge->length, vertex = builder->vertex[edge->to];
        builder->way[steps] = e;
        if ((!to->guarded || to->closes) && sum > graph->finish[from])
            graph->finish[from] = sum;
        if (to->guarded && vertex != LONGEST_NONE && vertex != from)
            r = add_arc(builder, from, vertex, steps + 1, sum);
        else if (!to->guarded)
            r = walk(builder, from, edge->to, steps + 1, sum);
    }
    return r;
}

static int compare_arcs(const void *a, const void *b)
{
    const struct longest_arc *one = a, *two = b;
    return one->to < two->to ? -1 : one->to > two->to;
}

static int add_arcs(struct longest_builder *builder)
{
    struct longest_graph *graph = builder->graph;
    int r = 0;
    for (uint32_t v = 0; v < graph->count && r == 0; v++) {
        graph->first_arc[v] = graph->arc_count;
        r = count_run_step(builder->run) ? -EINTR : walk(builder, v, graph->node[v], 0, 0);
        if (graph->arc_count > graph->first_arc[v])
            qsort(graph->arcs + graph->first_arc[v], graph->arc_count - graph->first_arc[v],
                  sizeof(*graph->arcs), compare_arcs);
        graph->first_arc[v + 1] = graph->arc_count;
    }
    return r;
}

/* The arc between two vertices, or LONGEST_NONE. */
static uint32_t find_arc(const struct longest_graph *graph, uint32_t from, uint32_t to)
{
    uint32_t low = graph->first_arc[from], high = graph->first_arc[from + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (graph->arcs[middle].to < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < graph->first_arc[from + 1] && graph->arcs[low].to == to ? low : LONGEST_NONE;
}

/* Notes what a symmetry of the arena makes of vertices and arcs. False: it is none of the graph. */
static bool map_all(const struct longest_builder *builder, const uint32_t *map, uint32_t *vertices,
                    uint32_t *arcs)
{
    const struct longest_graph *graph = builder->graph;
    if (map[builder->arena->root] != builder->arena->root)
        return false;
    for (uint32_t v = 0; v < graph->count; v++) {
        vertices[v] = builder->vertex[map[graph->node[v]]];
        if (vertices[v] == LONGEST_NONE || count_run_step(builder->run))
            return false;
    }
    for (uint32_t a = 0; a < graph->arc_count; a++) {
        const struct longest_arc *arc = &graph->arcs[a];
        arcs[a] = find_arc(graph, vertices[arc->from], vertices[arc->to]);
        if (arcs[a] == LONGEST_NONE || count_run_step(builder->run))
            return false;
    }
    return true;
}

static int add_symmetries(struct longest_builder *builder)
{
    const struct arena *arena = builder->arena;
    struct longest_graph *graph = builder->graph;
    size_t group = arena->symmetry_count;
    graph->images = malloc(group * graph->count * sizeof(*graph->images));
    graph->arc_images = malloc((group * graph->arc_count + 1) * sizeof(*graph->arc_images));
    if (graph->images == NULL || graph->arc_images == NULL)
        return -ENOMEM;
    for (size_t s = 0; s < group; s++)
        if (map_all(builder, arena->symmetries + s * arena->count,
                    graph->images + (size_t)graph->symmetry_count * graph->count,
                    graph->arc_images + (size_t)graph->symmetry_count * graph->arc_count))
            graph->symmetry_count++;
        else if (count_run_step(builder->run))
            return -EINTR;
    return 0;
}

int longest_graph_init(struct longest_graph *ret_graph, const struct arena *arena, size_t max_bytes,
                       struct count_run *run)
{
    struct longest_graph graph = {.arena = arena};
    struct longest_builder builder = {
        .graph = &graph, .arena = arena, .max_bytes = max_bytes, .run = run};
    int r = number_vertices(&builder);
    if (r == 0)
        r = add_arcs(&builder);
    if (r == 0)
        r = add_symmetries(&builder);
    FREE_ALL(builder.vertex, builder.way);
    if (r < 0)
        longest_graph_release(&graph);
    else
        *ret_graph = graph;
    return r;
}

void longest_graph_release(struct longest_graph *graph)
{
    FREE_ALL(graph->node, graph->first_arc, graph->arcs, graph->steps, graph->finish, graph->images,
             graph->arc_images);
}
