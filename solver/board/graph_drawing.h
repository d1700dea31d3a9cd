/*
 * Drawings of boards that are no rectangles, by characters. In a graph file the lines that begin
 * with "#:" are one: every point's name stands in it once, anything else are lines between them.
 * Programs that know no drawings take it for a comment. Where a file has none, one is made if the
 * points fit a grid.
 */
#ifndef SOLVER_BOARD_GRAPH_DRAWING_H
#define SOLVER_BOARD_GRAPH_DRAWING_H

#include <stddef.h>

#include "base/error.h"

struct graph;

/* The largest drawing. */
#define GRAPH_DRAWING_ROWS_MAX 200
#define GRAPH_DRAWING_COLS_MAX 200

struct graph_drawing {
    int rows, cols;
    char *chars; /* rows * cols, the first and the last column blank, without ends of lines */
    int *at;     /* of each point: where in chars its name begins */
};

/*
 * Reads the drawing in the text of graph's file, or makes one. Returns 0 (graph->drawing stays NULL
 * if there is none), -EINVAL (err says what is wrong with it, and in which line) or -ENOMEM.
 */
int graph_drawing_read(struct graph *graph, const char *text, size_t length, struct error *err);

/* Frees it; NULL is allowed. */
void graph_drawing_free(struct graph_drawing *drawing);

#endif
