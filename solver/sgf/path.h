/*
 * Nodes of a tree, named by moves. "12" is the node of move 12 on the main line. "12.2" is the
 * second variation after it, followed to its end; "12.2.3" the third move of that variation. So
 * numbers of moves and of variations take turns. "" is the end of the main line, "0" is before the
 * first move. "2#..." is of the second game in the file, "2#" its end. Nodes without a move that
 * follow a node alone (setup) belong to it.
 */
#ifndef SOLVER_SGF_PATH_H
#define SOLVER_SGF_PATH_H

#include <stdbool.h>

#include "base/error.h"
#include "sgf/tree.h"

/* Could text be such a name? It is made of digits, '.' and '#' alone, and not empty. */
bool sgf_path_is_one(const char *text);

/* Finds the node that text names. Returns 0 or -EINVAL (err: there is none, and what there is). */
int sgf_path_find(const struct sgf_tree *tree, const char *text, int *ret_node, struct error *err);

/* The node of a move on the main line of a game, as above; 0: before the first. SGF_NONE: the line
 * has fewer moves; then *ret_moves is how many. */
int sgf_path_at_move(const struct sgf_tree *tree, int root, int move, int *ret_moves);

/* The last node of the line that goes on from node, always with the first variation. */
int sgf_path_end(const struct sgf_tree *tree, int node);

/* Is there a move in the node? */
bool sgf_path_has_move(const struct sgf_tree *tree, int node);

#endif
