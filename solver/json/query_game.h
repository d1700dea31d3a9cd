/* The game that a query is about. */
#ifndef SOLVER_JSON_QUERY_GAME_H
#define SOLVER_JSON_QUERY_GAME_H

#include "json/query_json.h"

/*
 * Reads "board" or "graph", "rules", "rules_fields", "position", "to_move", "prohibited" and
 * "history". Plays the history, and the game can be solved: it has two players and at most
 * SOLVE_POINTS_MAX points. But for a replay the game stands at its start, the moves are given, and
 * any board and rules will do. Sets the game and the moves of query, which are the caller's.
 * Returns 0, -EINVAL or -ENOMEM (fault).
 */
int query_game_read(const json_t *line, enum query_action action, struct query *query,
                    struct query_fault *fault);

#endif
