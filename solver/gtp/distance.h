/*
 * How soon a player can force the game to end with what he is due: a search of all play to a depth,
 * by the executable rules. It proves what it finds: the opponent's every turn is looked at.
 */
#ifndef SOLVER_GTP_DISTANCE_H
#define SOLVER_GTP_DISTANCE_H

#include <stdint.h>

#include "solve.h"

struct gtp_distance {
    struct solve_game *game; /* borrowed; as it was after each call */
    int player;              /* who forces the end */
    int komi;                /* half points */
    int due; /* Black's margin in half points that the end is to have, at least for Black */
    uint64_t turns_left; /* turns that may still be played out in the search */
    const struct solve_interrupt *stop;
};

/*
 * Can the player force that the game is over, with his due, at most depth turns on from where it
 * stands? Returns 1, 0, or -EAGAIN: turns_left ran out, or stop was requested.
 */
int gtp_distance_forced(struct gtp_distance *distance, int depth);

#endif
