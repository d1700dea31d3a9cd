/* States that the walk met, found again: those on a board, and what follows them. */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_FOLLOWED_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_FOLLOWED_H

#include "certificate/check/strategy/moves.h"
#include "certificate/check/strategy/states.h"

/* States on a board: without a ko, and with one on each point, either player to move. */
#define FOLLOWED_STATES_MOST (2 * (SOLVER_MAX_POINTS + 1))

/* A state by its number: twice that of its entry, and 1 if White moves. */
static inline uint32_t followed_number(size_t entry, int mover)
{
    return 2 * (uint32_t)entry + (uint32_t)mover;
}

/* Writes the numbers of the states on the board of an entry without a ko. Returns how many. */
int followed_on_board(const struct strategy_states *states, const struct strategy_board *board,
                      size_t entry, uint32_t ret_numbers[FOLLOWED_STATES_MOST]);

/* Writes the states that follow a state, as strategy_reply() and strategy_answers() do. Returns how
 * many. */
int followed_by(const struct strategy_states *states, const struct strategy_terms *terms,
                uint32_t number, struct strategy_state ret_next[SOLVER_MAX_POINTS + 1]);

#endif
