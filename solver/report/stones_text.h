/* Stones that are of no game as text. */
#ifndef SOLVER_REPORT_STONES_TEXT_H
#define SOLVER_REPORT_STONES_TEXT_H

#include "solve.h"

/* Writes stones as solve_game_position() writes those of a turn, into buffer of
 * SOLVE_POSITION_TEXT_MAX bytes. */
void stones_text_write(const struct solve_board *board, const uint8_t *stones, char *buffer);

#endif
