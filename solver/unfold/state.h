/*
 * A state under the Ing-Spight Ko Rule: all of the past that can matter. Two games that come to the
 * same state go on alike.
 *
 * Of an odd cycle P (from one of its boards on, so that each has as many as it has plays) the state
 * tells how far it has been played for the second time: how many of the plays of PP came in their
 * order, each taken as early as possible. That is a function of the same number before the move and
 * of the move. When all but the last came, and the move is the last, the rule looks whether P can
 * be played from the board that arises.
 */
#ifndef SOLVER_UNFOLD_STATE_H
#define SOLVER_UNFOLD_STATE_H

#include "unfold/plays.h"

/* An odd cycle that was begun. */
struct cycle_progress {
    uint32_t cycle; /* index in unfold_plays.odd */
    uint32_t made;  /* plays of its two playings; 1 .. twice their number, less 1 */
};

struct unfold_state {
    board_code board;
    uint16_t hot;                 /* points of hot stones */
    uint8_t mover;                /* who is to move */
    uint8_t passes;               /* in a row; 2: the game is over */
    struct cycle_progress *begun; /* in the order of cycles */
    size_t begun_count, begun_room;
};

/* The state in which a game of board begins. Release it with unfold_state_release(). */
void unfold_state_init(struct unfold_state *ret_state, board_code board, int mover);
void unfold_state_release(struct unfold_state *state);

/* Makes to what from is after the move of its mover: on point, or a pass (-1). to is another state,
 * whose room is used again. Returns 1; 0: the move is illegal, and to is no state; or -ENOMEM. */
int unfold_state_move(struct unfold_plays *plays, const struct unfold_state *from, int point,
                      struct unfold_state *to);

#endif
