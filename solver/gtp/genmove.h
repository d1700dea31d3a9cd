/* The move that the engine makes. */
#ifndef SOLVER_GTP_GENMOVE_H
#define SOLVER_GTP_GENMOVE_H

#include "gtp/answer.h"
#include "gtp/session.h"

/* Solves the game as it stands, as gtp_engine_solve() does. Returns 0; or a negative errno, and
 * answer is a failure. */
int gtp_genmove_solve(struct gtp_session *session, bool values, double seconds,
                      const struct solve_result **ret_result, struct gtp_answer *answer);

/*
 * Finds the move for who is to move. Without a clock it is one that is proved to be best
 * (gtp/choose.h), or there is none. With a clock it is the one that is sure to get most where time
 * does not suffice; the log says what is proved. Returns 0, -EAGAIN: it is not decided, and answer
 * is a failure that says so; or another negative errno, and answer is a failure.
 */
int gtp_genmove_find(struct gtp_session *session, struct gtp_answer *answer,
                     struct solve_move *ret_move);

/* Makes the move that was found, after what gtp_play_ready() put in, and adds before and its name
 * to answer as a line. Returns 0; or a negative errno: it is not made, and answer is a failure. */
int gtp_genmove_make(struct gtp_session *session, int put_in, struct solve_move move,
                     const char *before, struct gtp_answer *answer);

/* Is the game lost for who is to move, proved, as gtp_genmove_find() left it? */
bool gtp_genmove_is_lost(const struct gtp_session *session);

/* Makes answer a failure: what is proved of the game as it stands, and that it is not decided. */
void gtp_genmove_undecided(const struct gtp_session *session, const struct solve_result *result,
                           struct gtp_answer *answer);

#endif
