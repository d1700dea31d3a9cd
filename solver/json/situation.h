/* What rules that remove cycles make of the situation that a turn left. */
#ifndef SOLVER_JSON_SITUATION_H
#define SOLVER_JSON_SITUATION_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "solve.h"

/* May the player after turn not play on the empty point? Then *ret_rule says by which rule. */
bool situation_prohibits(const struct solve_game *game, size_t turn, int point,
                         const char **ret_rule, const char **ret_reason);

/* The passes that end the game then, the points that are prohibited and why, the cycles that may be
 * removed; null where the game is over. */
json_t *situation_json(const struct solve_game *game, size_t turn);

#endif
