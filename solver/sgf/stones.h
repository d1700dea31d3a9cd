/* The stones of a record, put and taken as SGF has it: without any rules of repetition. */
#ifndef SOLVER_SGF_STONES_H
#define SOLVER_SGF_STONES_H

#include <stdint.h>

#include "solve.h"

struct sgf_stones {
    const struct solve_board *board;    /* borrowed */
    uint8_t at[SOLVE_BOARD_POINTS_MAX]; /* 0 empty, else 1 + the player */
};

/* Puts a stone of player on point, whatever is there, and takes what has no liberty: the opponent's
 * chains first, then its own. */
void sgf_stones_play(struct sgf_stones *stones, int player, int point);

/* Writes the position as solve_game_new() reads it. Returns buffer. */
const char *sgf_stones_format(const struct sgf_stones *stones,
                              char buffer[SOLVE_POSITION_TEXT_MAX]);

#endif
