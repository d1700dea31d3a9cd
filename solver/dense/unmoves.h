/*
 * The stone plays that lead to a board, seen from it: which boards stood before them.
 *
 * Before a play that captured, each captured chain filled a region of points that are empty now: it
 * had no liberty but the point of the play, so stones of the player surround the region. Before a
 * suicide the player's stones filled a region that stones of the opponent surround, but for the
 * point of the play.
 */
#ifndef SOLVER_DENSE_UNMOVES_H
#define SOLVER_DENSE_UNMOVES_H

#include <stdint.h>

#include "dense/codes.h"

/*
 * Calls each with the code of the canonical board before each play of mover that leads to a legal
 * board, and that captures and the rules' suicide allow (dense_moves_list()). Boards before several
 * such plays come several times.
 */
void dense_unmoves_list(const struct dense_codes *codes, struct stones stones, enum colour mover,
                        void (*each)(void *arg, uint64_t code), void *arg);

#endif
