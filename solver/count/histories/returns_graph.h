/*
 * The graph of arrivals of a game in which every look-up is final: a move that finds its item there
 * is illegal, ends the game or bans a player, according to what happened since the item was
 * created. Examples are the Kee Rules without refreshing passes, and the 3-plays rules.
 *
 * An arrival is a node of the history graph with the item that the move into it looked up and
 * created. Moves that look nothing up are no arrivals: they are part of the edges.
 */
#ifndef SOLVER_COUNT_RETURNS_GRAPH_H
#define SOLVER_COUNT_RETURNS_GRAPH_H

#include "count/histories/history_graph.h"

struct returns_edge {
    uint32_t to;                     /* an arrival */
    uint32_t item;                   /* its item */
    int32_t before;                  /* shift of the counters before the last move of the edge */
    int32_t shift;                   /* and with it */
    const struct history_edge *move; /* the last move: what a hit means */
};

struct returns_arrival {
    uint32_t node, item;
    uint32_t first_edge; /* the next one's is where its edges end */
    uint32_t ends;       /* ways to end the game here without an arrival */
};

struct returns_graph {
    const struct history_graph *history;
    unsigned class; /* of all items that are looked up */
    struct returns_arrival *arrivals;
    uint32_t count; /* of arrivals; the last one is the root, which has no item */
    size_t room;
    struct hashset index;
    struct returns_edge *edges;
    uint32_t edge_count;
    size_t edge_room;
    uint32_t *images; /* [g * count + arrival]; the root has none */
};

/*
 * Makes the graph of what can be played from node root. Returns 0; -EOPNOTSUPP: not every look-up
 * is final, or items are created without one; -ENOSPC: it takes more than max_bytes; -EINTR: run
 * must stop; or -ENOMEM. returns_graph_release() it.
 */
int returns_graph_init(struct returns_graph *ret_graph, const struct history_graph *history,
                       uint32_t root, size_t max_bytes, struct count_run *run);
/* Returns the bytes that the graph holds. */
size_t returns_graph_bytes(const struct returns_graph *graph);
void returns_graph_release(struct returns_graph *graph);

#endif
