/*
 * The play on a set, with the opponent's stones all around: states, legal plays, when the builder
 * has won, and when he has plainly failed (two_eyes.h tells the game).
 */
#ifndef SOLVER_RULES_CONTROL_EYE_H
#define SOLVER_RULES_CONTROL_EYE_H

#include <stdbool.h>
#include <stdint.h>

#include "board/graph.h"
#include "rules/control/control.h"
#include "rules/control/location.h"

/* A location that is none, and the play that is a pass. */
#define EYE_NO_KO 64
#define EYE_PASS 64
/* The most plays in a state. */
#define EYE_PLAYS_MAX 65

struct eye_board {
    struct location_board board;
    struct control_choice choice;
    uint64_t set;
    uint64_t border;     /* locations of the set with a neighbour outside */
    uint64_t prohibited; /* locations of the set that are permanently prohibited [9] */
    bool hopeless;       /* a location has no neighbour: no formation is possible [16] */
};

struct eye_state {
    uint64_t own, other; /* stones of the builder and of the opponent, in the set */
    uint8_t ko;          /* the location prohibited in this turn, or EYE_NO_KO */
    bool builder;        /* he moves */
    bool careful;        /* he does not play where all neighbours are his stones */
};

void eye_board_init(struct eye_board *ret_board, const struct graph *graph, uint64_t set,
                    uint64_t prohibited, const struct control_choice *choice);

/* [14] The state with which the game begins; own and other are the stones on the whole board. */
void eye_start(const struct eye_board *board, uint64_t own, uint64_t other,
               struct eye_state *ret_start);

/* Makes a play, a location or EYE_PASS; returns false if it is not legal. */
bool eye_play(const struct eye_board *board, const struct eye_state *state, int play,
              struct eye_state *ret_after);

/* [16] Does the formation stand? */
bool eye_formation(const struct eye_board *board, const struct eye_state *state);

/*
 * Is the builder's failure plain? The border must be his in the opponent's turn, so in his own turn
 * one location may be missing, and none be the opponent's; and the opponent must have no stones
 * that cannot be captured.
 */
bool eye_failure(const struct eye_board *board, const struct eye_state *state);

/* The legal plays of the opponent, those that promise most first. Returns how many there are. */
int eye_replies(const struct eye_board *board, const struct eye_state *state,
                uint8_t plays[EYE_PLAYS_MAX]);

/* How far the builder seems to be from the formation. */
#define EYE_FAR_MAX 448
int eye_far(const struct eye_board *board, const struct eye_state *state);

#endif
