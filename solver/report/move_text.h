/* A move as the program shows it. */
#ifndef SOLVER_REPORT_MOVE_TEXT_H
#define SOLVER_REPORT_MOVE_TEXT_H

#include "solve.h"

/* Texts that a thread can use at the same time. */
#define MOVE_TEXTS 8

/* "B2", "pass", "cycle:1+B2". The text stays as it is until the same thread has asked for
 * MOVE_TEXTS more. */
const char *move_text(const struct solve_board *board, struct solve_move move);

#endif
