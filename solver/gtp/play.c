/* Moves of a client. */
#include "gtp/play.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"

static const struct solve_move pass = {SOLVE_MOVE_PASS, -1, 0};

/* Says why, which no rule of the board does. Returns r. */
static int refuse(struct solve_refusal *why, int r, const char *reason)
{
    why->rule = NULL;
    snprintf(why->reason, sizeof(why->reason), "%s", reason);
    return r;
}

/* Notes what a command played. Returns 0 or -ENOMEM. */
static int note(struct gtp_session *session, int turns)
{
    int r = array_reserve(&session->steps, session->step_count + 1, &session->step_room,
                          sizeof(*session->steps));
    if (r == 0)
        session->steps[session->step_count++] = (struct gtp_step){turns};
    return r;
}

/* Has the player been prohibited from playing? That is for the rest of the game. */
static bool is_out(const struct solve_game *game, int player)
{
    struct solve_turn turn;
    for (size_t i = 1; solve_game_turn(game, i, &turn) == 0; i++)
        if (turn.banned == player)
            return true;
    return false;
}

/* The player to move passes, so that the other one is. */
static int put_pass_in(struct gtp_session *session, int player, struct solve_refusal *why)
{
    struct solve_game *game = session->game;
    int r = solve_game_play(game, pass, why);
    if (r < 0)
        return r;
    if (!solve_game_is_over(game) && solve_game_to_move(game) == player) {
        gtp_session_changed(session);
        return 0;
    }
    solve_game_undo(game);
    return refuse(why, -EPERM,
                  player == 0 ? "White is to move, and a pass of White ends the game"
                              : "Black is to move, and a pass of Black ends the game");
}

static int make_ready(struct gtp_session *session, int player, int *ret_put_in,
                      struct solve_refusal *why)
{
    *ret_put_in = 0;
    if (solve_game_is_over(session->game))
        return refuse(why, -EPERM, "the game is over");
    if (solve_game_to_move(session->game) == player)
        return 0;
    if (solve_game_turns(session->game) == 0) {
        int r = gtp_session_restart(session, session->board, session->rules, session->start, player,
                                    NULL);
        *ret_put_in = r == 0 ? GTP_PLAY_OTHER_BEGINS : 0;
        return r;
    }
    if (is_out(session->game, player))
        return refuse(why, GTP_PLAY_OUT,
                      player == 0 ? "Black is prohibited from playing"
                                  : "White is prohibited from playing");
    int r = put_pass_in(session, player, why);
    *ret_put_in = r == 0;
    return r;
}

int gtp_play_ready(struct gtp_session *session, int player, int *ret_put_in,
                   struct solve_refusal *why)
{
    int r = make_ready(session, player, ret_put_in, why);
    return r == -ENOMEM ? refuse(why, r, "out of memory") : r;
}

void gtp_play_take_back(struct gtp_session *session, int put_in)
{
    /* Without memory the other player stays the one to begin: either may. */
    if (put_in == GTP_PLAY_OTHER_BEGINS)
        gtp_session_restart(session, session->board, session->rules, session->start,
                            1 - solve_game_to_move(session->game), NULL);
    for (int i = 0; i < put_in; i++)
        solve_game_undo(session->game);
    if (put_in > 0)
        gtp_session_changed(session);
}

int gtp_play_move(struct gtp_session *session, int put_in, struct solve_move move,
                  struct solve_refusal *why)
{
    refuse(why, 0, "no move of this board");
    int r = note(session, put_in > 0 ? put_in + 1 : 1);
    if (r == 0) {
        r = solve_game_play(session->game, move, why);
        if (r < 0)
            session->step_count--;
    }
    if (r < 0) {
        gtp_play_take_back(session, put_in);
        return r == -ENOMEM ? refuse(why, r, "out of memory") : -EPERM;
    }
    gtp_session_changed(session);
    return 0;
}

void gtp_play_fail(struct gtp_answer *answer, int r, const struct solve_refusal *why)
{
    gtp_answer_fail(answer, "%s%s", r != -ENOMEM ? "illegal move: " : "", why->reason);
}

int gtp_play_nothing(struct gtp_session *session, struct solve_refusal *why)
{
    int r = note(session, 0);
    return r < 0 ? refuse(why, r, "out of memory") : 0;
}

int gtp_play_undo(struct gtp_session *session)
{
    if (session->step_count == 0)
        return -ENOENT;
    int turns = session->steps[--session->step_count].turns;
    for (int i = 0; i < turns; i++)
        solve_game_undo(session->game);
    gtp_session_changed(session);
    return 0;
}

bool gtp_play_is_same(struct solve_move a, struct solve_move b)
{
    return a.kind == b.kind && a.point == b.point && a.cycle == b.cycle;
}

int gtp_play_colour(const char *word)
{
    if (strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0)
        return 0;
    if (strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0)
        return 1;
    return -1;
}

int gtp_play_vertex(const struct gtp_session *session, const char *word,
                    struct solve_move *ret_move)
{
    if (strcasecmp(word, "pass") == 0) {
        *ret_move = pass;
        return 0;
    }
    return solve_move_parse(session->board, session->rules, word, ret_move, NULL);
}
