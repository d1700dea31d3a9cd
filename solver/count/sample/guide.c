/* The guess of how many complete games go on from a walk. */
#include "count/sample/guide.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of edges from here on count as one. */
#define KINDS 8
/* More orbits than that have no weights of their own: too many to learn. */
#define ORBITS_MAX 320

/* Where the weights are: by sources and targets of open nodes, by their orbits, by the orbit of the
 * place, by its ways, by sources and targets of what it leads to. */
static size_t at_orbit(const struct guide *guide, uint32_t node)
{
    return (size_t)KINDS * KINDS + guide->orbit[node];
}

static size_t at_place(const struct guide *guide, uint32_t node)
{
    return (size_t)KINDS * KINDS + guide->orbits + guide->orbit[node];
}

static size_t at_ways(const struct guide *guide, int ways)
{
    return (size_t)KINDS * KINDS + 2 * guide->orbits + (ways < KINDS ? ways : KINDS - 1);
}

static size_t kind(int sources, int targets)
{
    return (size_t)(sources < KINDS ? sources : KINDS - 1) * KINDS +
           (targets < KINDS ? targets : KINDS - 1);
}

static size_t at_next(const struct guide *guide, int sources, int targets)
{
    return at_ways(guide, 0) + KINDS + kind(sources, targets);
}

static uint8_t *sources_of(const struct guide *guide, const struct guide_walk *walk)
{
    return (uint8_t *)walk->counts + guide->arena->count;
}

static uint8_t *targets_of(const struct guide *guide, const struct guide_walk *walk)
{
    return (uint8_t *)walk->counts + 2 * (size_t)guide->arena->count;
}

/* Turns counts, one further along, into where each list begins. */
static void sum_up(uint32_t *first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        first[i + 1] += first[i];
}

static void list_sources(struct guide *guide)
{
    const struct arena *arena = guide->arena;
    uint32_t *first = guide->first_source;
    for (uint32_t e = 0; e < arena->first_edge[arena->count]; e++)
        first[arena->edges[e].to + 2]++;
    sum_up(first, arena->count + 1);
    for (uint32_t node = 0; node < arena->count; node++)
        for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++)
            guide->sources[first[arena->edges[e].to + 1]++] = node;
}

static void list_twins(struct guide *guide)
{
    const struct arena *arena = guide->arena;
    uint32_t *first = guide->first_twin;
    for (uint32_t node = 0; node < arena->count; node++)
        if (arena->nodes[node].guarded)
            first[arena->nodes[node].item + 2]++;
    sum_up(first, arena->item_count + 1);
    for (uint32_t node = 0; node < arena->count; node++)
        if (arena->nodes[node].guarded)
            guide->twins[first[arena->nodes[node].item + 1]++] = node;
}

static void list_orbits(struct guide *guide)
{
    const struct arena *arena = guide->arena;
    for (uint32_t node = 0; node < arena->count; node++)
        guide->orbit[node] = UINT32_MAX;
    for (uint32_t node = 0; node < arena->count; node++) {
        if (guide->orbit[node] != UINT32_MAX)
            continue;
        for (uint32_t s = 0; s < arena->symmetry_count; s++)
            guide->orbit[arena->symmetries[(size_t)s * arena->count + node]] =
                (uint32_t)guide->orbits;
        guide->orbit[node] = (uint32_t)guide->orbits++;
    }
    if (guide->orbits <= ORBITS_MAX)
        return;
    memset(guide->orbit, 0, arena->count * sizeof(*guide->orbit));
    guide->orbits = 1;
}

/* Do the numbers of edges fit into bytes? */
static bool counts_fit(const struct guide *guide)
{
    for (uint32_t node = 0; node < guide->arena->count; node++)
        if (guide->first_source[node + 1] - guide->first_source[node] > UINT8_MAX ||
            guide->arena->first_edge[node + 1] - guide->arena->first_edge[node] > UINT8_MAX)
            return false;
    return true;
}

int guide_init(struct guide *ret_guide, const struct arena *arena)
{
    size_t edges = arena->first_edge[arena->count];
    struct guide guide = {
        .arena = arena,
        .first_source = calloc((size_t)arena->count + 2, sizeof(uint32_t)),
        .sources = calloc(edges + 1, sizeof(uint32_t)),
        .first_twin = calloc((size_t)arena->item_count + 2, sizeof(uint32_t)),
        .twins = calloc((size_t)arena->count + 1, sizeof(uint32_t)),
        .orbit = calloc((size_t)arena->count + 1, sizeof(uint32_t)),
        .walk_bytes = (sizeof(struct guide_walk) + 3 * (size_t)arena->count + 63) / 64 * 64,
    };
    int r = guide.first_source == NULL || guide.sources == NULL || guide.first_twin == NULL ||
                    guide.twins == NULL || guide.orbit == NULL
                ? -ENOMEM
                : 0;
    if (r == 0) {
        list_sources(&guide);
        list_twins(&guide);
        list_orbits(&guide);
        guide.features = at_next(&guide, 0, 0) + (size_t)KINDS * KINDS;
        guide.weights = calloc(guide.features, sizeof(double));
        r = guide.weights == NULL ? -ENOMEM : counts_fit(&guide) ? 0 : -EOPNOTSUPP;
    }
    if (r < 0) {
        guide_release(&guide);
        return r;
    }
    *ret_guide = guide;
    return 0;
}

void guide_release(struct guide *guide)
{
    free(guide->first_source);
    free(guide->sources);
    free(guide->first_twin);
    free(guide->twins);
    free(guide->orbit);
    free(guide->weights);
    *guide = (struct guide){0};
}

/* Closes one node: it leads nowhere, and nothing leads to it. Returns the change of log_open. */
static double close_node(const struct guide *guide, struct guide_walk *walk, uint32_t node)
{
    const struct arena *arena = guide->arena;
    const double *weights = guide->weights;
    uint8_t *open = guide_open(walk), *sources = sources_of(guide, walk),
            *targets = targets_of(guide, walk);
    double change = -weights[kind(sources[node], targets[node])] - weights[at_orbit(guide, node)];
    open[node] = 0;
    for (uint32_t i = guide->first_source[node]; i < guide->first_source[node + 1]; i++) {
        uint32_t from = guide->sources[i];
        int was = targets[from]--;
        if (open[from] && was < KINDS)
            change += weights[kind(sources[from], was - 1)] - weights[kind(sources[from], was)];
    }
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++) {
        uint32_t to = arena->edges[e].to;
        int was = sources[to]--;
        if (open[to] && was < KINDS)
            change += weights[kind(was - 1, targets[to])] - weights[kind(was, targets[to])];
    }
    return change;
}

static void open_node(const struct guide *guide, struct guide_walk *walk, uint32_t node)
{
    const struct arena *arena = guide->arena;
    uint8_t *sources = sources_of(guide, walk), *targets = targets_of(guide, walk);
    guide_open(walk)[node] = 1;
    for (uint32_t i = guide->first_source[node]; i < guide->first_source[node + 1]; i++)
        targets[guide->sources[i]]++;
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++)
        sources[arena->edges[e].to]++;
}

bool guide_arrive(const struct guide *guide, struct guide_walk *walk, uint32_t node,
                  double *ret_change)
{
    uint32_t item = guide->arena->nodes[node].item;
    bool closed = false;
    *ret_change = 0;
    if (item == ARENA_NO_ITEM)
        return false;
    for (uint32_t i = guide->first_twin[item]; i < guide->first_twin[item + 1]; i++)
        if (guide_open(walk)[guide->twins[i]]) {
            *ret_change += close_node(guide, walk, guide->twins[i]);
            closed = true;
        }
    return closed;
}

void guide_undo_arrival(const struct guide *guide, struct guide_walk *walk, uint32_t node)
{
    uint32_t item = guide->arena->nodes[node].item;
    for (uint32_t i = guide->first_twin[item + 1]; i-- > guide->first_twin[item];)
        open_node(guide, walk, guide->twins[i]);
}

double guide_place(const struct guide *guide, const struct guide_walk *walk, uint32_t node)
{
    const struct arena *arena = guide->arena;
    const uint8_t *open = guide_open(walk), *sources = sources_of(guide, walk),
                  *targets = targets_of(guide, walk);
    double sum =
        guide->weights[at_place(guide, node)] + guide->weights[at_ways(guide, targets[node])];
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++) {
        uint32_t to = arena->edges[e].to;
        if (open[to])
            sum += guide->weights[at_next(guide, sources[to], targets[to])];
    }
    return sum;
}

void guide_describe(const struct guide *guide, const struct guide_walk *walk, uint32_t node,
                    double times, double *features)
{
    const struct arena *arena = guide->arena;
    const uint8_t *open = guide_open(walk), *sources = sources_of(guide, walk),
                  *targets = targets_of(guide, walk);
    for (uint32_t other = 0; other < arena->count; other++)
        if (open[other]) {
            features[kind(sources[other], targets[other])] += times;
            features[at_orbit(guide, other)] += times;
        }
    features[at_place(guide, node)] += times;
    features[at_ways(guide, targets[node])] += times;
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++) {
        uint32_t to = arena->edges[e].to;
        if (open[to])
            features[at_next(guide, sources[to], targets[to])] += times;
    }
}

/* Computes log_open and log_place anew, for new weights. */
static void refresh(const struct guide *guide, struct guide_walk *walk)
{
    walk->log_open = 0;
    for (uint32_t node = 0; node < guide->arena->count; node++)
        if (guide_open(walk)[node])
            walk->log_open +=
                guide->weights[kind(sources_of(guide, walk)[node], targets_of(guide, walk)[node])] +
                guide->weights[at_orbit(guide, node)];
    walk->log_place = guide_place(guide, walk, walk->node);
}

void guide_start(const struct guide *guide, struct guide_walk *walk)
{
    const struct arena *arena = guide->arena;
    memset(walk, 0, guide->walk_bytes);
    walk->node = arena->root;
    for (uint32_t node = 0; node < arena->count; node++) {
        const struct arena_node *made = &arena->nodes[node];
        if (!made->guarded || !arena->present[made->item])
            open_node(guide, walk, node);
    }
    refresh(guide, walk);
}
