/* Bit sets of the arena's nodes, and their images. */
#include "count/components/component_graph.h"

#include <errno.h>
#include <stdlib.h>

#include "base/free_all.h"

static uint64_t *set_of(const struct component_graph *graph, uint64_t *sets, uint32_t node)
{
    return sets + (size_t)node * (size_t)graph->words;
}

/* Words of the images of sets under all symmetries, byte by byte. */
static size_t image_words(const struct component_graph *graph)
{
    size_t words = (size_t)graph->words, all = graph->arena->symmetry_count;
    return words > COMPONENT_IMAGES_WORDS ? 1 : all * words * 8 * 256 * words;
}

size_t component_graph_bytes(const struct component_graph *graph)
{
    size_t count = graph->arena->count, words = (size_t)graph->words;
    size_t all = graph->arena->symmetry_count;
    return arena_bytes(graph->arena) +
           ((5 * count + 1) * words + image_words(graph)) * sizeof(uint64_t) +
           count * (sizeof(*graph->leader) + sizeof(*graph->first)) +
           (count + 1) * all * sizeof(*graph->to_leader);
}

static int allocate(struct component_graph *graph)
{
    const struct arena *arena = graph->arena;
    size_t count = arena->count, words = (size_t)graph->words, all = arena->symmetry_count;
    graph->next = calloc(count * words, sizeof(uint64_t));
    graph->before = calloc(count * words, sizeof(uint64_t));
    graph->removed = calloc(count * words, sizeof(uint64_t));
    graph->tied_next = calloc(count * words, sizeof(uint64_t));
    graph->tied_before = calloc(count * words, sizeof(uint64_t));
    graph->alive = calloc(words, sizeof(uint64_t));
    graph->images = calloc(image_words(graph), sizeof(uint64_t));
    graph->leader = calloc(count, sizeof(*graph->leader));
    graph->first = calloc(count + 1, sizeof(*graph->first));
    graph->to_leader = calloc(count * all, sizeof(*graph->to_leader));
    graph->back = calloc(all, sizeof(*graph->back));
    bool made = graph->next != NULL && graph->before != NULL && graph->removed != NULL &&
                graph->tied_next != NULL && graph->tied_before != NULL && graph->alive != NULL &&
                graph->images != NULL && graph->leader != NULL && graph->first != NULL &&
                graph->to_leader != NULL && graph->back != NULL;
    return made ? 0 : -ENOMEM;
}

static void tie(struct component_graph *graph, uint32_t from, uint32_t to)
{
    component_graph_add(set_of(graph, graph->tied_next, from), to);
    component_graph_add(set_of(graph, graph->tied_before, to), from);
}

/* A guarded node is removed by each arrival that creates its item. */
static int add_removed(struct component_graph *graph)
{
    const struct arena *arena = graph->arena;
    uint32_t *latest = malloc((arena->item_count + 1u) * sizeof(*latest));
    uint32_t *same = malloc(arena->count * sizeof(*same)); /* by node: the one before, its item */
    int r = latest == NULL || same == NULL ? -ENOMEM : 0;
    for (uint32_t i = 0; r == 0 && i < arena->item_count; i++)
        latest[i] = UINT32_MAX;
    for (uint32_t i = 0; r == 0 && i < arena->count; i++) {
        uint32_t item = arena->nodes[i].item;
        same[i] = UINT32_MAX;
        if (item == ARENA_NO_ITEM)
            continue;
        same[i] = latest[item];
        latest[item] = i;
    }
    for (uint32_t i = 0; r == 0 && i < arena->count; i++) {
        uint32_t item = arena->nodes[i].item;
        uint32_t other = item == ARENA_NO_ITEM ? UINT32_MAX : latest[item];
        for (; other != UINT32_MAX; other = same[other]) {
            if (!arena->nodes[other].guarded)
                continue;
            component_graph_add(set_of(graph, graph->removed, i), other);
            if (other != i)
                tie(graph, other, i);
        }
        if (!arena->nodes[i].guarded || !arena->present[item])
            component_graph_add(graph->alive, i);
    }
    FREE_ALL(latest, same);
    return r;
}

static void add_edges(struct component_graph *graph)
{
    const struct arena *arena = graph->arena;
    for (uint32_t i = 0; i < arena->count; i++)
        for (uint32_t e = arena->first_edge[i]; e < arena->first_edge[i + 1]; e++) {
            uint32_t to = arena->edges[e].to;
            component_graph_add(set_of(graph, graph->next, i), to);
            component_graph_add(set_of(graph, graph->before, to), i);
            tie(graph, i, to);
            if (arena->edges[e].length > graph->edge_length)
                graph->edge_length = arena->edges[e].length;
        }
}

/* The edges of the longest walk over unguarded nodes from node; SIZE_MAX: it need not end. chain
 * is 0 where that is not known, 1 while it is looked for, else the edges + 2. */
static size_t unguarded_walk(const struct arena *arena, uint32_t node, size_t *chain)
{
    size_t most = 0;
    if (chain[node] == 1)
        return SIZE_MAX;
    if (chain[node] > 1)
        return chain[node] - 2;
    chain[node] = 1;
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++) {
        uint32_t to = arena->edges[e].to;
        size_t walk = arena->nodes[to].guarded ? 0 : unguarded_walk(arena, to, chain);
        if (walk == SIZE_MAX)
            return SIZE_MAX;
        if (!arena->nodes[to].guarded && walk + 1 > most)
            most = walk + 1;
    }
    chain[node] = most + 2;
    return most;
}

/* A walk enters each guarded node once, and unguarded ones in between. */
static int bound_walk(struct component_graph *graph)
{
    const struct arena *arena = graph->arena;
    size_t *chain = calloc(arena->count, sizeof(*chain)), most = 0, guarded = 0;
    int r = chain == NULL ? -ENOMEM : 0;
    for (uint32_t i = 0; r == 0 && i < arena->count; i++) {
        size_t walk = unguarded_walk(arena, i, chain);
        guarded += arena->nodes[i].guarded;
        most = walk > most ? walk : most;
        if (walk == SIZE_MAX)
            r = -ELOOP;
    }
    free(chain);
    graph->longest = (guarded + 1) * (most + 1);
    return r;
}

static void add_images(struct component_graph *graph)
{
    const struct arena *arena = graph->arena;
    size_t words = (size_t)graph->words;
    for (uint32_t s = 0; s < arena->symmetry_count && words <= COMPONENT_IMAGES_WORDS; s++) {
        const uint32_t *map = arena->symmetries + (size_t)s * arena->count;
        uint64_t *images = graph->images + s * words * 8 * 256 * words;
        for (size_t byte = 0; byte < words * 8; byte++)
            for (unsigned value = 0; value < 256; value++)
                for (unsigned bit = 0; bit < 8; bit++)
                    if ((value >> bit & 1) != 0 && byte * 8 + bit < arena->count)
                        component_graph_add(images + (byte * 256 + value) * words,
                                            map[byte * 8 + bit]);
    }
}

/* A symmetry takes the root's edges to other ones: no image but itself stands for it. */
static void add_leaders(struct component_graph *graph)
{
    const struct arena *arena = graph->arena;
    uint32_t used = 0;
    for (uint32_t i = 0; i < arena->count; i++) {
        uint32_t all = i == arena->root ? 1 : arena->symmetry_count;
        graph->leader[i] = i;
        for (uint32_t s = 0; s < all; s++)
            if (arena->symmetries[(size_t)s * arena->count + i] < graph->leader[i])
                graph->leader[i] = arena->symmetries[(size_t)s * arena->count + i];
        for (uint32_t s = 0; s < all; s++)
            if (arena->symmetries[(size_t)s * arena->count + i] == graph->leader[i])
                graph->to_leader[used++] = (uint16_t)s;
        graph->first[i + 1] = used;
    }
}

/* The inverse of each symmetry is the one that takes all nodes back. */
static void add_inverses(struct component_graph *graph)
{
    const struct arena *arena = graph->arena;
    for (uint32_t s = 0; s < arena->symmetry_count; s++)
        for (uint32_t t = 0; t < arena->symmetry_count; t++) {
            const uint32_t *one = arena->symmetries + (size_t)s * arena->count;
            const uint32_t *two = arena->symmetries + (size_t)t * arena->count;
            uint32_t i = 0;
            while (i < arena->count && two[one[i]] == i)
                i++;
            if (i == arena->count)
                graph->back[s] = (uint16_t)t;
        }
}

int component_graph_init(struct component_graph *ret_graph, const struct arena *arena,
                         size_t max_bytes)
{
    struct component_graph *graph = ret_graph;
    *graph = (struct component_graph){.arena = arena, .words = (int)(arena->count + 63) / 64};
    if (graph->words > COMPONENT_WORDS_MAX)
        return -E2BIG;
    if (graph->words == 3)
        graph->words = 4; /* the search is compiled for 1, 2 and 4 words */
    int r = component_graph_bytes(graph) > max_bytes ? -ENOSPC : allocate(graph);
    if (r == 0)
        r = add_removed(graph);
    if (r == 0)
        r = bound_walk(graph);
    if (r < 0)
        return r;
    add_edges(graph);
    add_images(graph);
    add_leaders(graph);
    add_inverses(graph);
    return 0;
}

void component_graph_release(struct component_graph *graph)
{
    FREE_ALL(graph->next, graph->before, graph->removed, graph->tied_next, graph->tied_before,
             graph->alive, graph->images, graph->leader, graph->first, graph->to_leader,
             graph->back);
}
