/* Least cuts between the root and each vertex. */
#include "count/longest/longest_separate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

/* Flows are whole numbers of this part: few, so that few ways carry what there is. */
#define UNIT 100
/* A set that is entered almost as often as its target tells nothing new. */
#define WORTH_A_CUT (UNIT / 50)
/* Sets that one call adds, and searches that it makes. */
#define SETS_MOST 40
#define SEARCHES_MOST 3000

struct network {
    const struct longest_graph *graph;
    uint32_t *first_in, *in; /* by vertex: the arcs that lead to it */
    int32_t *capacity;       /* by arc */
    int32_t *used;           /* by arc: of the capacity */
    int64_t *wanted;         /* by vertex: how often it is entered */
    bool *covered;           /* by vertex: a set of this call has it */
    uint32_t *from;          /* by vertex: the arc by which the search came; NONE: not yet */
    uint32_t *queue;
    uint32_t searches; /* that were made */
};

static int network_init(struct network *network, const struct longest_graph *graph,
                        const double *flow)
{
    size_t vertices = graph->count, arcs = graph->arc_count + 1u;
    *network = (struct network){
        .graph = graph,
        .first_in = calloc(vertices + 2, sizeof(uint32_t)),
        .in = malloc(arcs * sizeof(uint32_t)),
        .capacity = malloc(arcs * sizeof(int32_t)),
        .used = malloc(arcs * sizeof(int32_t)),
        .wanted = calloc(vertices, sizeof(int64_t)),
        .covered = calloc(vertices, sizeof(bool)),
        .from = malloc(vertices * sizeof(uint32_t)),
        .queue = malloc(vertices * sizeof(uint32_t)),
    };
    if (network->first_in == NULL || network->in == NULL || network->capacity == NULL ||
        network->used == NULL || network->wanted == NULL || network->covered == NULL ||
        network->from == NULL || network->queue == NULL)
        return -ENOMEM;
    for (uint32_t a = 0; a < graph->arc_count; a++) {
        network->capacity[a] = (int32_t)(flow[a] * UNIT);
        network->wanted[graph->arcs[a].to] += network->capacity[a];
        network->first_in[graph->arcs[a].to + 2]++;
    }
    for (uint32_t v = 0; v < graph->count; v++)
        network->first_in[v + 1] += network->first_in[v];
    for (uint32_t a = 0; a < graph->arc_count; a++)
        network->in[network->first_in[graph->arcs[a].to + 1]++] = a;
    return 0;
}

static void network_release(struct network *network)
{
    FREE_ALL(network->first_in, network->in, network->capacity, network->used, network->wanted,
             network->covered, network->from, network->queue);
}

/*
 * Looks backward from target for vertices that can send more to it, until it meets the root.
 * Returns how many it found; they are in the queue. *ret_met: the root is among them.
 */
static uint32_t search_back(struct network *network, uint32_t target, bool *ret_met)
{
    const struct longest_graph *graph = network->graph;
    uint32_t count = 0;
    network->searches++;
    memset(network->from, 0xff, graph->count * sizeof(*network->from));
    network->queue[count++] = target;
    network->from[target] = 0;
    *ret_met = false;
    for (uint32_t i = 0; i < count && !*ret_met; i++) {
        uint32_t v = network->queue[i];
        for (uint32_t k = network->first_in[v]; k < network->first_in[v + 1]; k++) {
            uint32_t a = network->in[k], w = graph->arcs[a].from;
            if (network->from[w] == LONGEST_NONE && network->used[a] < network->capacity[a]) {
                network->from[w] = a;
                network->queue[count++] = w;
                *ret_met |= w == 0;
            }
        }
        for (uint32_t a = graph->first_arc[v]; a < graph->first_arc[v + 1]; a++) {
            uint32_t w = graph->arcs[a].to;
            if (network->from[w] == LONGEST_NONE && network->used[a] > 0) {
                network->from[w] = a;
                network->queue[count++] = w;
            }
        }
    }
    return count;
}

/* Sends what fits along the way that was found from the root. */
static int64_t send(struct network *network, uint32_t target, int64_t most)
{
    const struct longest_arc *arcs = network->graph->arcs;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t v = 0; v != target;) {
            uint32_t a = network->from[v];
            bool forward = arcs[a].from == v;
            int64_t room = forward ? network->capacity[a] - network->used[a] : network->used[a];
            if (pass == 0)
                most = room < most ? room : most;
            else
                network->used[a] += (int32_t)(forward ? most : -most);
            v = forward ? arcs[a].to : arcs[a].from;
        }
    return most;
}

/* Finds the least cut before target. Returns the size of the set, in the queue, or 0: it is entered
 * as often as target. */
static uint32_t find_set(struct network *network, uint32_t target)
{
    int64_t sent = 0;
    memset(network->used, 0, network->graph->arc_count * sizeof(*network->used));
    while (sent + WORTH_A_CUT < network->wanted[target]) {
        bool met;
        uint32_t count = search_back(network, target, &met);
        if (!met)
            return count;
        sent += send(network, target, network->wanted[target] - sent);
    }
    return 0;
}

static void cover(struct network *network, uint32_t count)
{
    const struct longest_graph *graph = network->graph;
    for (uint32_t s = 0; s < graph->symmetry_count; s++)
        for (uint32_t i = 0; i < count; i++)
            network->covered[graph->images[(size_t)s * graph->count + network->queue[i]]] = true;
}

static bool is_representative(const struct longest_graph *graph, uint32_t vertex)
{
    for (uint32_t s = 1; s < graph->symmetry_count; s++)
        if (graph->images[(size_t)s * graph->count + vertex] < vertex)
            return false;
    return true;
}

/* The vertex that is entered most often of those that no set has yet; 0: there is none. */
static uint32_t next_target(struct network *network, const bool *tried)
{
    uint32_t best = 0;
    for (uint32_t v = 1; v < network->graph->count; v++)
        if (!tried[v] && !network->covered[v] && network->wanted[v] > 2 * (int64_t)WORTH_A_CUT &&
            (best == 0 || network->wanted[v] > network->wanted[best]))
            best = v;
    return best;
}

int longest_separate(const struct longest_match *match, const double *flow,
                     struct longest_cuts *cuts)
{
    const struct longest_graph *graph = match->graph;
    struct network network;
    bool *tried = calloc(graph->count, sizeof(*tried));
    int added = 0, r = network_init(&network, graph, flow);
    if (tried == NULL)
        r = -ENOMEM;
    for (uint32_t v = 1; v < graph->count && r == 0; v++)
        tried[v] = !is_representative(graph, v);
    for (uint32_t target; r == 0 && added < SETS_MOST && network.searches < SEARCHES_MOST &&
                          (target = next_target(&network, tried)) != 0;) {
        uint32_t size = find_set(&network, target);
        tried[target] = true;
        if (size == 0)
            continue;
        r = longest_cuts_add(cuts, match, network.queue, size, target);
        cover(&network, size);
        added++;
    }
    network_release(&network);
    free(tried);
    return r < 0 ? r : added;
}
