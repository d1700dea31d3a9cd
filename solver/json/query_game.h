/* The game that a query is about. */
#ifndef SOLVER_JSON_QUERY_GAME_H
#define SOLVER_JSON_QUERY_GAME_H

#include "json/query_json.h"

/* Reads "board" or "graph", "rules", "rules_fields", "position", "to_move", "prohibited" and
 * "history", and plays the history. The game can be solved: it has two players and at most
 * SOLVE_POINTS_MAX points. Returns 0, -EINVAL or -ENOMEM (fault); the game is the caller's. */
int query_game_read(const json_t *line, struct solve_game **ret_game, struct query_fault *fault);

#endif
