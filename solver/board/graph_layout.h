/* Laying the points of a graph out on a grid. */
#ifndef SOLVER_BOARD_GRAPH_LAYOUT_H
#define SOLVER_BOARD_GRAPH_LAYOUT_H

#include "base/strbuf.h"

struct graph;

/*
 * Appends a drawing as graph_drawing.h reads it, in which every edge joins points that are next to
 * each other in a row or column of a grid: nothing if there is no such place for them, or none is
 * found with a little work. Returns 0 or -ENOMEM.
 */
int graph_layout_write(const struct graph *graph, struct strbuf *text);

#endif
