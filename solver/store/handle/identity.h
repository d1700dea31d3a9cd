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

/* Appends the end of such a name, the board, to a text in buffer of TABLE_NAME_MAX bytes. */
void identity_board(const struct graph *graph, char *buffer);

/* Returns the number of points of a board with this name, or 0: it is no such name. */
int identity_points(const char *board);

/* Finds the shape of the records of the sub-table called name. Returns 0, or -EINVAL: it is no such
 * name. */
int identity_shape(const char *name, struct record_shape *ret_shape);

/*
 * Returns the text of a graph file for the board, empty for a rectangle; the caller frees it. NULL:
 * no memory. The database `tables` has it, so that a board can be made from its name.
 */
char *identity_graph_text(const struct graph *graph);

/* Finds the ruleset of a name (what follows a blank is ignored). Returns 0 or -EINVAL. */
int identity_rules(const char *name, struct ruleset *ret_rules);

/*
 * Makes the ruleset and the board of a name; graph_text as above. Returns 0; -EINVAL: they are none
 * of this version, or the graph is not that of the name; or -ENOMEM. The caller frees *ret_graph.
 */
int identity_parse(const char *name, const char *graph_text, size_t graph_length,
                   struct ruleset *ret_rules, struct graph **ret_graph);

#endif
