/* The game that a row of a table is about, and solving it within the limits. */
#ifndef SOLVER_REPORT_ROW_GAME_H
#define SOLVER_REPORT_ROW_GAME_H

#include "certificate/write/write.h"
#include "report/finding.h"
#include "result/analysis.h"

/* The game a row is about: empty board, moves made. */
struct row_game {
    struct graph *graph;
    struct ruleset rules;
    struct game game; /* game.turns NULL: not started */
};

/*
 * Starts the game of a row under rules. Returns 1; 0 if it cannot be judged (finding says why):
 * unknown ruleset, a board larger than the limit; or -ENOMEM. Release with row_game_release(),
 * whatever it returned.
 */
int row_game_start(const struct table_row *row, const char *rules,
                   const struct verdict_limits *limits, struct row_game *ret_game,
                   struct row_finding *finding);
void row_game_release(struct row_game *game);

/*
 * Plays the plays of a cell. Returns 1; 0 if one is not legal (*ret_verdict says why, *ret_played
 * how many were made) or the game ended before; or -ENOMEM.
 */
int row_game_play(struct row_game *game, const char *plays, size_t *ret_played,
                  struct verdict *ret_verdict);

/*
 * Solves where game stands, within the limits. With value_only the other first plays are left out.
 * If only the first plays ran out of the limit the value is solved again, for its line.
 * Returns 0 or a negative errno; analysis_release() the result.
 */
int row_game_solve(const struct game *game, const struct verdict_limits *limits, bool value_only,
                   struct analysis *ret_analysis);

/* As row_game_solve(), without a store, for a certificate, which is to be released if this returns
 * 0.
 */
int row_game_solve_certified(const struct game *game, const struct verdict_limits *limits,
                             bool value_only, struct written_certificate *ret_certificate,
                             struct analysis *ret_analysis);

#endif
