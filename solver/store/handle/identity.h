/*
 * What a sub-table is for: a ruleset with all its fields and a board. Its name is
 *
 *     FAMILY,field=value,... BOARD
 *
 * with every field of the family, so that aliases and presets that mean the same share it, and
 * the board "RxC" or, for a graph file, "graph:POINTS:HASH" where HASH is of the number of points
 * and the edges.
 */
#ifndef SOLVER_STORE_HANDLE_IDENTITY_H
#define SOLVER_STORE_HANDLE_IDENTITY_H

#include "base/bytes.h"
#include "rules/game.h"
#include "store/file/record.h"

/* Writes the sub-table's name into buffer of TABLE_NAME_MAX bytes. */
void identity_name(const struct graph *graph, const struct ruleset *rules, char *buffer);

/* The end of it, the board: to the end of a text of fewer bytes. */
void identity_board(const struct graph *graph, char *buffer);

/* The number of points that a board's name tells, or 0. */
int identity_points(const char *board);

/* The shape of the records of the sub-table called name. Returns 0, or -EINVAL: no such name. */
int identity_shape(const char *name, struct record_shape *ret_shape);

/*
 * The text of a graph file for the board: empty for a rectangle. What `tables` in the store keeps,
 * so that a board can be had from its name. A string that the caller frees; NULL: no memory.
 */
char *identity_graph_text(const struct graph *graph);

/* The ruleset that a name tells (what follows a blank is ignored). Returns 0 or -EINVAL. */
int identity_rules(const char *name, struct ruleset *ret_rules);

/*
 * Makes the ruleset and the board again; graph_text as above. Returns 0, -EINVAL (they are none of
 * this version, or the graph is not the one of the name) or -ENOMEM. *ret_graph is the caller's.
 */
int identity_parse(const char *name, const char *graph_text, size_t graph_length,
                   struct ruleset *ret_rules, struct graph **ret_graph);

#endif
