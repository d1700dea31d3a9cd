/*
 * Walks through an arena, and a guess of how many complete games go on from each: the guide. It
 * steers which walks a sample follows (count/sample/population.h) and can make no estimate wrong,
 * only less exact.
 *
 * A node is open while it can be arrived at. The logarithm of the guess is a sum of weights that
 * are learned (count/sample/learner.h): one for each open node by how many open nodes lead to it
 * and how many it leads to; one for each open node by its orbit under the arena's symmetries; for
 * the node where the walk stands its orbit, how many open nodes it leads to, and of which kind
 * these are.
 */
#ifndef SOLVER_COUNT_GUIDE_H
#define SOLVER_COUNT_GUIDE_H

#include "count/arena.h"

struct guide {
    const struct arena *arena;
    uint32_t *first_source; /* by node, and one more: where its sources begin */
    uint32_t *sources;      /* nodes with an edge to it, once for each edge */
    uint32_t *first_twin;   /* by item, and one more */
    uint32_t *twins;        /* the guarded nodes of an item: they close together */
    uint32_t *orbit;        /* by node */
    size_t orbits;
    size_t features; /* weights */
    double *weights;
    size_t walk_bytes; /* of a struct guide_walk */
};

/* A walk: where it stands, and which nodes are open. In an array of guide->walk_bytes each. */
struct guide_walk {
    uint32_t node;
    uint32_t length;
    double log_weight; /* how many walks it stands for */
    double log_open;   /* of the guess: what the open nodes say */
    double log_place;  /* of the guess: what the node says */
    uint8_t counts[];  /* by node: open; then edges from open nodes; then edges to open nodes */
};

/*
 * A guide without knowledge: all weights are 0. Borrows arena. Returns 0, -EOPNOTSUPP (a node has
 * too many edges) or -ENOMEM. guide_release() it.
 */
int guide_init(struct guide *ret_guide, const struct arena *arena);
void guide_release(struct guide *guide);

static inline uint8_t *guide_open(const struct guide_walk *walk)
{
    return (uint8_t *)walk->counts;
}

/* The walk that stands at the arena's root. */
void guide_start(const struct guide *guide, struct guide_walk *walk);

/* Does what an arrival at node does to the open nodes. *ret_change: of log_open. Returns whether
 * it closed anything; then guide_undo_arrival() takes it back. */
bool guide_arrive(const struct guide *guide, struct guide_walk *walk, uint32_t node,
                  double *ret_change);
void guide_undo_arrival(const struct guide *guide, struct guide_walk *walk, uint32_t node);

/* Edges from node to open nodes. */
static inline int guide_ways(const struct guide *guide, const struct guide_walk *walk,
                             uint32_t node)
{
    return walk->counts[2 * (size_t)guide->arena->count + node];
}

/* What a walk that has arrived at node has for log_place. */
double guide_place(const struct guide *guide, const struct guide_walk *walk, uint32_t node);

/* The same and log_open as features: adds times what each weight is multiplied with. */
void guide_describe(const struct guide *guide, const struct guide_walk *walk, uint32_t node,
                    double times, double *features);

#endif
