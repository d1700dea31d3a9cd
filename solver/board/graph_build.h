/* Building a graph from its edges; shared by the makers of boards. */
#ifndef SOLVER_BOARD_GRAPH_BUILD_H
#define SOLVER_BOARD_GRAPH_BUILD_H

#include "board/graph.h"

/*
 * Makes a graph of points points with the given edges (0-based, no loops, no doubles: the caller
 * has checked). Names and sizes are left for the caller to fill. Returns 0 or -ENOMEM.
 */
int graph_build(int points, const int (*edges)[2], size_t edge_count, struct graph **ret_graph);

#endif
