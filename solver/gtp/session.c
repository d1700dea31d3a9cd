/* Board, rules, komi and the game so far. */
#include "gtp/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"

void gtp_session_changed(struct gtp_session *session)
{
    solve_result_free(session->found);
    session->found = NULL;
}

void gtp_session_begin(struct gtp_session *session)
{
    session->received = clock_now();
    if (solve_interrupt_is_requested(session->stop))
        solve_interrupt_request(session->work);
}

int gtp_session_restart(struct gtp_session *session, struct solve_board *board,
                        struct solve_rules *rules, const char *position, int first,
                        struct solve_error *err)
{
    struct solve_game *game;
    int r = solve_game_new(board, rules, position, first, &game, err);
    if (r < 0)
        return r;
    solve_game_free(session->game);
    session->game = game;
    if (session->board != board) {
        solve_board_unref(session->board);
        session->board = solve_board_ref(board);
    }
    if (session->rules != rules) {
        solve_rules_unref(session->rules);
        session->rules = solve_rules_ref(rules);
        solve_rules_facts(rules, &session->facts);
    }
    solve_game_position(game, 0, session->start);
    session->step_count = 0;
    gtp_session_changed(session);
    return 0;
}

/* Plays in to what was played in from, each move by whom it was. Returns 0; -EPERM (err) or
 * -ENOMEM. */
static int play_again(const struct solve_game *from, struct solve_game *to, const char *rules,
                      struct solve_error *err)
{
    struct solve_turn turn;
    for (size_t i = 1; solve_game_turn(from, i, &turn) == 0; i++) {
        struct solve_refusal why = {.reason = "the game is over"};
        int mover = solve_game_to_move(to), r = -EPERM;
        if (!solve_game_is_over(to) && mover != turn.player)
            snprintf(why.reason, sizeof(why.reason), "it is %s's turn",
                     mover == 0 ? "Black" : "White");
        else
            r = solve_game_play(to, turn.move, &why);
        if (r == -EPERM)
            snprintf(err->text, sizeof(err->text),
                     "move %zu of the game is illegal under %.80s: %s", i, rules, why.reason);
        if (r < 0)
            return r;
    }
    return 0;
}

/* Who was to move at the start of a game. */
static int first_mover(const struct solve_game *game)
{
    struct solve_turn turn = {.next = 0};
    solve_game_turn(game, 0, &turn);
    return turn.next;
}

int gtp_session_set_rules(struct gtp_session *session, struct solve_rules *rules,
                          struct solve_error *err)
{
    struct solve_game *game;
    int r = solve_game_new(session->board, rules, session->start, first_mover(session->game), &game,
                           err);
    if (r < 0)
        return r;
    r = play_again(session->game, game, solve_rules_text(rules), err);
    if (r < 0) {
        solve_game_free(game);
        return r;
    }
    solve_game_free(session->game);
    session->game = game;
    solve_rules_unref(session->rules);
    session->rules = solve_rules_ref(rules);
    solve_rules_facts(rules, &session->facts);
    gtp_session_changed(session);
    return 0;
}

/* Forgets the game, without freeing anything. */
static void forget_game(struct gtp_session *session)
{
    session->board = NULL;
    session->rules = NULL;
    session->game = NULL;
    session->steps = NULL;
    session->step_count = session->step_room = 0;
    session->found = NULL;
}

void gtp_session_drop(struct gtp_session *aside)
{
    solve_result_free(aside->found);
    solve_game_free(aside->game);
    solve_board_unref(aside->board);
    solve_rules_unref(aside->rules);
    free(aside->steps);
    forget_game(aside);
}

void gtp_session_bring_back(struct gtp_session *session, struct gtp_session *aside)
{
    gtp_session_drop(session);
    *session = *aside;
}

int gtp_session_put_aside(struct gtp_session *session, struct solve_board *board,
                          struct solve_rules *rules, const char *position, int first,
                          struct gtp_session *ret_aside, struct solve_error *err)
{
    struct gtp_session aside = *session;
    forget_game(session);
    int r = gtp_session_restart(session, board, rules, position, first, err);
    if (r < 0)
        *session = aside;
    else
        *ret_aside = aside;
    return r;
}

void gtp_session_release(struct gtp_session *session)
{
    gtp_input_free(session->input);
    solve_interrupt_free(session->work);
    solve_cache_free(session->cache);
    gtp_session_drop(session);
}
