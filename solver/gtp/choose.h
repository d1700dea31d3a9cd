/*
 * Which move is played, of those that are proved to be best at the komi.
 *
 * The result of a position at the komi is what both players are sure of. A player who wins, or
 * ties, by it plays the move after which he can force the end with that result soonest, whatever
 * the opponent does. A player who loses plays the move after which the opponent needs longest to
 * force it. Both are looked for by playing out GTP_CHOOSE_TURNS turns at most, shortest ends first.
 * Where that decides nothing:
 * - a move that does not bring back a board with the same player to move, as the game had it, comes
 *   before one that does;
 * - who wins or ties passes if a pass is among the best; who loses passes last;
 * - then comes the move of the principal variation, then the order of the points.
 */
#ifndef SOLVER_GTP_CHOOSE_H
#define SOLVER_GTP_CHOOSE_H

#include "gtp/session.h"

#define GTP_CHOOSE_TURNS 20000

/*
 * Chooses a move for who is to move: result is of the game as it stands, with its value known.
 * Returns 0; -ENOENT: no move of the result is proved to be best; or -ENOMEM.
 */
int gtp_choose_best(struct gtp_session *session, const struct solve_result *result,
                    struct solve_move *ret_move);

/* The same where the value is not known: the move that is sure to get most, of those the one that
 * may get most. Returns 0, or -ENOENT: there are no moves. */
int gtp_choose_surest(struct gtp_session *session, const struct solve_result *result,
                      struct solve_move *ret_move);

#endif
