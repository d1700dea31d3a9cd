/* What the rules did at a turn, in a sentence. */
#ifndef SOLVER_JSON_ENDING_REASON_H
#define SOLVER_JSON_ENDING_REASON_H

#include <stddef.h>

#include "solve.h"

/* Bytes that ending_reason() needs at most. */
#define ENDING_REASON_MAX 192

/*
 * Writes what else the rules did at a turn: who may not play any more, which situation came back,
 * why the game is over. Writes "" if they did nothing.
 */
void ending_reason(const struct solve_game *game, size_t turn, char *buffer);

#endif
