/* How a game ended, in words. */
#ifndef SOLVER_CLI_ENDING_H
#define SOLVER_CLI_ENDING_H

#include <stddef.h>

#include "solve.h"
#include "json/ending_reason.h"

/* Ends a line of output with the rule's name (NULL: none), unless reason says it already. */
void ending_print_rule(const char *rule, const char *reason);

/* Prints a turn and what the rules made of it: " 3. Black A1, 1 stone removed; ...". */
void ending_print_turn(const struct solve_game *game, size_t i);

/* Prints a line: the points of each player on the present board, and how the game ended. */
void ending_print_score(const struct solve_game *game);

#endif
