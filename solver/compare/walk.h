/*
 * The positions of a board, few stones first. Of symmetric positions, and of those with colours
 * swapped, one comes. The swap makes White's move Black's, so Black is always to move.
 */
#ifndef SOLVER_COMPARE_WALK_H
#define SOLVER_COMPARE_WALK_H

#include "solve.h"

struct position_walk {
    struct solve_board *board; /* borrowed, as rules */
    struct solve_rules *rules; /* that say what a position is: no chain without liberties */
    int points;
    int *symmetries; /* as solve_board_symmetries() has them; owned */
    int symmetry_count;
    int count;                              /* of stones; -1: no position came yet */
    uint8_t stones[SOLVE_POINTS_MAX];       /* 0 empty, 1 Black's, 2 White's */
    char position[SOLVE_POSITION_TEXT_MAX]; /* the same as text */
};

/* The board has at most SOLVE_POINTS_MAX points. Returns 0 or -ENOMEM. Release with walk_release().
 */
int walk_init(struct position_walk *ret_walk, struct solve_board *board, struct solve_rules *rules);

/* Goes to the next position. Returns 1; 0: there are no more; or -ENOMEM. */
int walk_next(struct position_walk *walk);

void walk_release(struct position_walk *walk);

#endif
