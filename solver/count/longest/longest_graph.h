/*
 * The graph in which a longest game is a longest path: the vertices are the root of an arena and
 * its guarded nodes, which a game enters once at most; an arc is a walk from one to the next
 * through nodes that are not guarded. Two vertices may share an item: then a game enters only one
 * of them, which the graph does not say.
 */
#ifndef SOLVER_COUNT_LONGEST_GRAPH_H
#define SOLVER_COUNT_LONGEST_GRAPH_H

#include "count/run.h"

#define LONGEST_NONE UINT32_MAX

struct longest_arc {
    uint32_t from, to;
    uint32_t first_step; /* the walk: edges of the arena */
    uint16_t steps;
    uint16_t length; /* of the walk; of two walks between two vertices the longer one is here */
};

struct longest_graph {
    const struct arena *arena;
    uint32_t count; /* of vertices; 0 is the root */
    uint32_t *node; /* by vertex: its node in the arena */
    uint32_t arc_count;
    uint32_t *first_arc; /* by vertex, and one more: where its arcs begin, in the order of to */
    struct longest_arc *arcs;
    uint32_t *steps;  /* edges of the arena */
    uint32_t *finish; /* by vertex: the most that can follow without another vertex */
    uint32_t symmetry_count;
    uint32_t *images;     /* [s * count + vertex]: where symmetry s takes it; 0: identity */
    uint32_t *arc_images; /* [s * arc_count + arc] */
};

/*
 * Makes the graph of an arena, which is borrowed. Returns 0; -ERANGE: a walk through nodes that are
 * not guarded need never end; -ENOSPC: it takes more than max_bytes; -EINTR: run
 * must stop; or -ENOMEM. longest_graph_release() it.
 */
int longest_graph_init(struct longest_graph *ret_graph, const struct arena *arena, size_t max_bytes,
                       struct count_run *run);
void longest_graph_release(struct longest_graph *graph);

#endif
