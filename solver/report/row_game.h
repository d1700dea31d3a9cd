/* The game that a row of a table is about, and solving it within the limits. */
#ifndef SOLVER_REPORT_ROW_GAME_H
#define SOLVER_REPORT_ROW_GAME_H

#include <stdbool.h>

#include "report/finding.h"
#include "report/solved.h"

/*
 * Starts the game of a row under rules: an empty board. Returns 1; 0 if there can be no verdict
 * (finding says why): unknown ruleset, a board larger than the limit; or -ENOMEM. *ret_game is the
 * caller's: solve_game_free(); NULL unless this returned 1.
 */
int row_game_start(const struct table_row *row, const char *rules,
                   const struct verdict_limits *limits, struct solve_game **ret_game,
                   struct row_finding *finding);

/*
 * Can the game be solved? Only boards of up to SOLVE_POINTS_MAX points can. If not finding is left
 * open, and says so.
 */
bool row_game_is_solvable(const struct solve_game *game, struct row_finding *finding);

/*
 * Plays the moves of a cell. Returns 1; 0 if one is not legal (*ret_refusal says why, *ret_played
 * how many were made) or the game ended before; or -ENOMEM.
 */
int row_game_play(struct solve_game *game, const char *moves, size_t *ret_played,
                  struct solve_refusal *ret_refusal);

/* A request with the limits of a row, on one thread. Returns 0 or -ENOMEM; solve_request_free() it.
 */
int row_game_request(const struct verdict_limits *limits, struct solve_request **ret_request);

/*
 * Solves where game stands, which is solvable, within the limits. With value_only the other root
 * moves are left out. If only the root moves ran out of the limit the value is solved again, for
 * its principal variation. Returns 0 or a negative errno; solved_release() the result.
 */
int row_game_solve(const struct solve_game *game, const struct verdict_limits *limits,
                   bool value_only, struct solved *ret_solved);

/* Solves with a certificate, without a store. Returns 0 or a negative errno; solve_result_free()
 * the result. */
int row_game_certify(const struct solve_game *game, const struct verdict_limits *limits,
                     bool value_only, struct solve_result **ret_result);

/* Finds the verdict on a row's number, from its game and a request with the limits, which it may
 * change. */
typedef int row_game_verdict(const struct table_row *row, struct solve_request *request,
                             const struct solve_game *game, const struct verdict_limits *limits,
                             struct row_finding *finding);

/* Opens the game of a row that claims a number, and finds the verdict. Returns 0 or a negative
 * errno. */
int row_game_judge(const struct table *table, const struct table_row *row,
                   const struct verdict_limits *limits, row_game_verdict *judge,
                   struct row_finding *finding);

#endif
