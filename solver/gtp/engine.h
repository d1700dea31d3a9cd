/* Values of the game as it stands. */
#ifndef SOLVER_GTP_ENGINE_H
#define SOLVER_GTP_ENGINE_H

#include "gtp/session.h"

/* Bytes that gtp_engine_value() needs at most. */
#define GTP_ENGINE_VALUE_MAX 160

/* Makes a request with the session's limits and interrupt, and in no more than seconds; 0: without
 * that limit. Returns 0 or a negative errno; the request is the caller's. */
int gtp_engine_request(const struct gtp_session *session, double seconds,
                       struct solve_request **ret_request);

/*
 * Solves the game as it stands, unless that was done: its value, and with values those of all
 * moves. seconds limits it (0: as long as it takes), and so does the session. *ret_result is the
 * session's until the game changes or it is solved again. Returns 0, also where it was stopped;
 * -E2BIG: the board has too many points to be solved; -EINVAL (err) or -ENOMEM.
 */
int gtp_engine_solve(struct gtp_session *session, bool values, double seconds,
                     const struct solve_result **ret_result, struct solve_error *err);

/* The same of another game of the session's board and rules; *ret_result is the caller's. */
int gtp_engine_solve_game(struct gtp_session *session, const struct solve_game *game, bool values,
                          double seconds, struct solve_result **ret_result,
                          struct solve_error *err);

/* A margin of the session's rules as points, "3" or "2.5": what half point Black has besides is in
 * it. A text as human.h has it. */
const char *gtp_engine_margin(const struct gtp_session *session, int margin);

/* Writes what is proved: "Black gets 3", "Black gets between -3 and 9", "Black forces -1, White
 * forces 1". Returns whether it is all. */
bool gtp_engine_value(const struct gtp_session *session, const struct solve_bounds *bounds,
                      char *buffer);

/* The same in short for lists: "3", "-3..9", "-1/1"; infinite is "inf". */
void gtp_engine_short_value(const struct gtp_session *session, const struct solve_bounds *bounds,
                            char *buffer);

/* What can be said of a position that is not solved. */
struct solve_bounds gtp_engine_unknown(const struct gtp_session *session);

/*
 * What player is sure to get, and what he may get at most, at the komi: half points in his favour,
 * komi taken off. Where play between lower and upper has no end it counts as 0, a tie.
 */
void gtp_engine_outcome(const struct gtp_session *session, const struct solve_bounds *bounds,
                        int player, int *ret_sure, int *ret_most);

#endif
