/* Values in records of games: comments, labels, marks, best lines. */
#ifndef SOLVER_SGF_VALUES_VALUES_H
#define SOLVER_SGF_VALUES_VALUES_H

#include "base/strbuf.h"
#include "sgf/tree.h"
#include "solve.h"

/* Appends a value as comments have it: "+3", "lower -4, upper +4", "between -2 and +6". */
void values_add(struct strbuf *text, const struct solve_bounds *bounds,
                const struct solve_rules *rules);

/* Adds to the node of a position what its moves are worth, as labels on points. */
void values_label_moves(struct sgf_tree *tree, int node, const struct solve_result *result);

/* The same, and TR on the best. */
void values_mark_moves(struct sgf_tree *tree, int node, const struct solve_result *result);

/* Adds C with the value of a position, its best moves and what passes are worth; head (may be NULL)
 * comes first. */
void values_comment(struct sgf_tree *tree, int node, const char *head,
                    const struct solve_result *result, int komi_half_points);

/* Adds the moves of a principal variation from move first on, after node. At its end C says how the
 * game stands. */
void values_add_line(struct sgf_tree *tree, int node, const struct solve_result *result,
                     size_t first);

/* Adds C with how the game stands to the node of its last move, if it is over. */
void values_comment_end(struct sgf_tree *tree, int node, const struct solve_game *game);

/* Adds V and C of a position of which no more than its value is known. */
void values_comment_bounds(struct sgf_tree *tree, int node, const struct solve_bounds *bounds,
                           const struct solve_rules *rules);

#endif
