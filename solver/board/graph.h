/*
 * Boards. A board is a finite undirected graph without loops or double edges: the rules of Kee and
 * of Pauli are stated for any graph. A rectangle RxC has R rows and C columns; its point (row,
 * column), counted from the top left, has the number row * C + column. A graph file's points are
 * numbered in the order in which the file names them.
 */
#ifndef SOLVER_BOARD_GRAPH_H
#define SOLVER_BOARD_GRAPH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* The most points the executable rules take; a 19x19 board. */
#define BOARD_MAX_POINTS 361
/* The most points the solver takes: a colour's stones are one 64-bit word. */
#define SOLVER_MAX_POINTS 64
/* The longest name of a point in a graph file, in bytes. */
#define POINT_NAME_MAX 15

struct graph {
    int points;     /* 1 .. BOARD_MAX_POINTS */
    int rows, cols; /* of a rectangle; 0, 0 for a graph file */
    char name[64];  /* "2x3", or the graph file's name without its folders */
    int *first;     /* points + 1 offsets into adjacent */
    int *adjacent;  /* the neighbours of p, ascending: adjacent[first[p] .. first[p + 1] - 1] */
    char (*names)[POINT_NAME_MAX + 1]; /* of every point: GTP vertices or the file's names */
    struct graph_drawing *drawing;     /* of a graph file (graph_drawing.h), or NULL */
};

/*
 * Makes the board that text names, "RxC" with R * C <= BOARD_MAX_POINTS.
 * Returns 0, or -EINVAL (text is no board; err says why), or -ENOMEM.
 * *ret_graph is owned by the caller: graph_free().
 */
int graph_parse(const char *text, struct graph **ret_graph, struct error *err);

/*
 * Makes a board from the text of a graph file: a line of point names separated by blanks, then one
 * line "name name" per edge; empty lines and lines that start with '#' are skipped. Names are 1 to
 * POINT_NAME_MAX letters, digits, '-' or '_', unique, and not the words pass and refresh. Lines
 * that start with "#:" are a drawing (graph_drawing.h). file is the name that graph->name shows.
 * Returns 0, -EINVAL (err says which line, and what is wrong; the caller knows of which file), or
 * -ENOMEM.
 */
int graph_parse_file_text(const char *file, const char *text, size_t length,
                          struct graph **ret_graph, struct error *err);

/* Reads file and calls graph_parse_file_text(); additionally a negative errno of reading. */
int graph_load(const char *file, struct graph **ret_graph, struct error *err);

/* Frees graph; NULL is allowed. */
void graph_free(struct graph *graph);

/* Makes a copy of graph, without its drawing. Returns 0 or -ENOMEM. */
int graph_copy(const struct graph *graph, struct graph **ret_copy);

/* Do the two have the same points, by their numbers, and edges? Names do not matter, but a
 * rectangle is none but itself. */
bool graph_equal(const struct graph *a, const struct graph *b);

/* The point called name (any case on a rectangle), length bytes long; or -1. */
int graph_find_point(const struct graph *graph, const char *name, size_t length);

#endif
