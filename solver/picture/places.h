/* Where the points of a board are drawn. */
#ifndef SOLVER_PICTURE_PLACES_H
#define SOLVER_PICTURE_PLACES_H

#include <stdbool.h>

#include "solve.h"

/* x to the right, y down; the least is 0. No two points are nearer than 1. */
struct place {
    double x, y;
};

/*
 * The places of all points, one a point: on a rectangle those of its lines; of another graph as its
 * drawing has them (solve_board_drawing()); without one on a circle, in the order of the points,
 * the first at the top. *ret_places is the caller's: free(). Returns 0 or -ENOMEM.
 */
int places_make(const struct solve_board *board, struct place **ret_places);

#endif
