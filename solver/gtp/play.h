/*
 * Moves of a client. GTP lets one colour move twice in a row and either colour begin; the rules
 * know turns. So:
 * - before the first turn whoever moves is to move;
 * - where the other colour is to move it passes first, which the rules see as any pass. If that
 *   pass would end the game the move is illegal;
 * - a player whom the rules have prohibited from playing has no turns. He may pass as often as the
 *   client likes; that is no turn.
 */
#ifndef SOLVER_GTP_PLAY_H
#define SOLVER_GTP_PLAY_H

#include "gtp/answer.h"
#include "gtp/session.h"

#define GTP_PLAY_OUT 1 /* the player has no turns any more */

/* No pass was put in, but the other player begins now. */
#define GTP_PLAY_OTHER_BEGINS (-1)

/*
 * Makes player the one to move. *ret_put_in receives the passes that were put in: 0 or 1; or
 * GTP_PLAY_OTHER_BEGINS. Returns 0; or GTP_PLAY_OUT, -EPERM: it cannot be, or -ENOMEM, each with
 * why. If nothing is played after it, gtp_play_take_back() that.
 */
int gtp_play_ready(struct gtp_session *session, int player, int *ret_put_in,
                   struct solve_refusal *why);
void gtp_play_take_back(struct gtp_session *session, int put_in);

/* Plays move for who is to move, after what gtp_play_ready() put in. Returns 0; or -EPERM or
 * -ENOMEM (why), with that taken back. */
int gtp_play_move(struct gtp_session *session, int put_in, struct solve_move move,
                  struct solve_refusal *why);

/* Makes answer a failure: gtp_play_ready() or gtp_play_move() returned r and why. */
void gtp_play_fail(struct gtp_answer *answer, int r, const struct solve_refusal *why);

/* Notes a pass of a player who has no turns. Returns 0 or -ENOMEM (why). */
int gtp_play_nothing(struct gtp_session *session, struct solve_refusal *why);

/* Takes back what the last command played. Returns 0 or -ENOENT. */
int gtp_play_undo(struct gtp_session *session);

/* Are they one move? */
bool gtp_play_is_same(struct solve_move a, struct solve_move b);

/* Reads a colour: b, black, w, white in any case. Returns the player, or -1. */
int gtp_play_colour(const char *word);

/* Reads a vertex of the board: a point, pass, and as far as the rules know them refresh and cycles.
 * Returns 0 or -EINVAL. */
int gtp_play_vertex(const struct gtp_session *session, const char *word,
                    struct solve_move *ret_move);

#endif
