/* Where the points of a board are drawn. */
#ifndef SOLVER_EXPLORE_VIEW_LAYOUT_H
#define SOLVER_EXPLORE_VIEW_LAYOUT_H

#include <jansson.h>

#include "solve.h"

/*
 * {"rows", "columns", "points": [{"name", "x", "y"}], "edges": [["A1", "B1"]]}: every point in the
 * board's order, x to the right and y down, one unit a line of a rectangle. Rows and columns are
 * null for another graph: its points are as its drawing has them, or else on a circle.
 */
json_t *layout_json(const struct solve_board *board);

/* The stones after a turn: a character a point, '.' or as in positions. */
json_t *layout_stones(const struct solve_game *game, size_t turn);

#endif
