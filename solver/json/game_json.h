/* Games as JSON: all that brings a game back, and how it stands. */
#ifndef SOLVER_JSON_GAME_JSON_H
#define SOLVER_JSON_GAME_JSON_H

#include <jansson.h>

#include "solve.h"

/* "scored", "no-result", "tie", "won", or NULL while play goes on. */
const char *game_json_ending(enum solve_ending ending);

/* A player's name; null if player is negative. */
json_t *game_json_player(int player);

/* The names of a set of players, bit k: player k. */
json_t *game_json_players(unsigned members);

/* The position after a turn. */
json_t *game_json_position(const struct solve_game *game, size_t turn);

/* The points of each player by name, and "margin": Black's minus White's (null with more players);
 * null where they are not decided. */
json_t *game_json_scores(const struct solve_game *game);

/*
 * Each sets keys of object, and returns it.
 *
 * board   "board", its name; "graph": null for a rectangle, else its "points" and "edges".
 * rules   "rules", as --rules reads it; "rules_fields": the family, and every field with its value.
 * start   "position", "to_move" (who moves first) and "prohibited" (points for the first turn).
 * history "history": the moves made.
 * state   how it stands after them: "final", the position; "next", who moves, null if it is over;
 *         "ended", how, null while play goes on; "winner", who won outright, or null; "score": null
 *         unless the game ended in one.
 */
json_t *game_json_set_board(json_t *object, const struct solve_board *board);
json_t *game_json_set_rules(json_t *object, const struct solve_rules *rules);
json_t *game_json_set_start(json_t *object, const struct solve_game *game);
json_t *game_json_set_history(json_t *object, const struct solve_game *game);
json_t *game_json_set_state(json_t *object, const struct solve_game *game);

/* All of them. */
json_t *game_json_set(json_t *object, const struct solve_game *game);

#endif
