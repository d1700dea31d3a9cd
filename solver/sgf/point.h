/* Points, lists of points and sizes as SGF writes them. */
#ifndef SOLVER_SGF_POINT_H
#define SOLVER_SGF_POINT_H

#include <stddef.h>

#include "base/error.h"
#include "sgf/tree.h"
#include "solve.h"

/* The most rows and columns of a board in SGF. */
#define SGF_SIDE_MAX 52

/* Bytes that sgf_point_format() needs at most. */
#define SGF_POINT_MAX 4

/* Writes a point of a rectangle of at most SGF_SIDE_MAX by SGF_SIDE_MAX, as "dc": column, then row
 * from the top; "" for a point below 0, a pass. Returns buffer. */
const char *sgf_point_format(const struct solve_board *board, int point,
                             char buffer[SGF_POINT_MAX]);

/* Reads a value of the property as a move: *ret_point is the number of a point of the board, or -1:
 * a pass ("", or "tt" on at most 19 rows and columns). Returns 0 or -EINVAL (err). */
int sgf_point_read(const struct sgf_tree *tree, int property, int value,
                   const struct solve_board *board, int *ret_point, struct error *err);

/* Calls each for every point of the property's values, a point or a rectangle "aa:cc" each, which
 * must be on the board. Returns 0 or -EINVAL (err). */
int sgf_point_each(const struct sgf_tree *tree, int property, const struct solve_board *board,
                   void (*each)(int point, void *arg), void *arg, struct error *err);

/* Reads the size that the first SZ of root tells, 19 by 19 without one, and makes the board.
 * Returns 0, -EINVAL (err) or -ENOMEM. */
int sgf_point_board(const struct sgf_tree *tree, int root, struct solve_board **ret_board,
                    struct error *err);

/* Writes an error about a value: its place, property, text (cut), and what. Returns -EINVAL. */
int sgf_point_refuse(const struct sgf_tree *tree, int property, int value, const char *what,
                     struct error *err);

#endif
