/* The legal moves of a position, as its record lists them. */
#ifndef SOLVER_STORE_ROOTS_ROOT_MOVES_H
#define SOLVER_STORE_ROOTS_ROOT_MOVES_H

#include "result/analysis.h"

/*
 * Lists the legal moves, each once: stones in the order of points, the pass, the refreshing pass;
 * then the same after each removal of a cycle. Nothing is said of what they are worth; each stands
 * for itself alone. The game is left as it was. Returns 0 and analysis->moves, to be released; or
 * -ENOMEM.
 */
int root_moves_list_legal(struct game *game, struct analysis *analysis);

#endif
