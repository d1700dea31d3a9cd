/* The move that the engine makes. */
#include "gtp/genmove.h"

#include <errno.h>

#include "base/clock.h"
#include "gtp/choose.h"
#include "gtp/engine.h"
#include "gtp/play.h"

/* Of the time for a move: what the value may take, and after it what the other moves may take. */
#define VALUE_SHARE 0.6
#define MOVES_SHARE 0.6
/* Without a clock the value takes as long as it takes. The other moves, which only tell how soon or
 * late the end may be, take no longer than that and this, in seconds. */
#define MOVES_SECONDS 2.0
/* A request understands 0 as no limit. */
#define SECONDS_MIN 0.01

void gtp_genmove_undecided(const struct gtp_session *session, const struct solve_result *result,
                           struct gtp_answer *answer)
{
    char value[GTP_ENGINE_VALUE_MAX];
    struct solve_bounds bounds = gtp_engine_unknown(session);
    if (result != NULL)
        solve_result_bounds(result, &bounds);
    bool known = gtp_engine_value(session, &bounds, value);
    gtp_answer_fail(answer, "not decided: %s%s", value,
                    known ? ", but no move is proved to keep that" : "");
    if (result != NULL && solve_result_stop(result) != SOLVE_STOP_NONE)
        fprintf(session->log, "solve: gtp: not decided: %s\n",
                solve_stop_text(solve_result_stop(result)));
}

static bool is_decided(const struct solve_result *result)
{
    struct solve_bounds bounds;
    return solve_result_bounds(result, &bounds) == 0 && solve_bounds_known(&bounds);
}

/* Says what is proved of the move that is made though the value is not. */
static void tell_proved(const struct gtp_session *session, const struct solve_result *result,
                        struct solve_move move)
{
    char value[GTP_ENGINE_VALUE_MAX], name[SOLVE_MOVE_TEXT_MAX];
    struct solve_bounds bounds = gtp_engine_unknown(session);
    struct solve_root_move one;
    solve_result_bounds(result, &bounds);
    gtp_engine_value(session, &bounds, value);
    fprintf(session->log, "solve: gtp: not decided: %s (%s)", value,
            solve_stop_text(solve_result_stop(result)));
    for (size_t i = 0; solve_result_move(result, i, &one) == 0; i++) {
        if (!gtp_play_is_same(one.move, move))
            continue;
        gtp_engine_value(session, &one.bounds, value);
        fprintf(session->log, "; after %s %s", solve_move_format(session->board, move, name),
                value);
    }
    putc('\n', session->log);
}

int gtp_genmove_solve(struct gtp_session *session, bool values, double seconds,
                      const struct solve_result **ret_result, struct gtp_answer *answer)
{
    struct solve_error err = {"out of memory"};
    int r = gtp_engine_solve(session, values, seconds, ret_result, &err);
    if (r == -E2BIG)
        gtp_genmove_undecided(session, NULL, answer);
    else if (r < 0)
        gtp_answer_fail(answer, "%s", err.text);
    return r;
}

/* The value is known: looks at the other moves, too, and chooses. Returns 0; -ENOENT: no move is
 * proved to be best; or another negative errno, and answer is a failure. */
static int find_best(struct gtp_session *session, double share, double value_seconds,
                     struct gtp_answer *answer, struct solve_move *ret_move)
{
    const struct solve_result *result = session->found;
    double seconds =
        share > 0 ? (share - value_seconds) * MOVES_SHARE : value_seconds + MOVES_SECONDS;
    if (!solve_result_moves_complete(result) && seconds > 0) {
        int r = gtp_genmove_solve(session, true, seconds, &result, answer);
        if (r < 0)
            return r;
    }
    int r = gtp_choose_best(session, result, ret_move);
    if (r == -ENOMEM)
        gtp_answer_fail(answer, "out of memory");
    return r;
}

/* Finds the move that is sure to get most, in the seconds that are left. Returns as
 * gtp_genmove_find(). */
static int find_surest(struct gtp_session *session, double seconds, struct gtp_answer *answer,
                       struct solve_move *ret_move)
{
    const struct solve_result *result;
    int r = gtp_genmove_solve(session, true, seconds > SECONDS_MIN ? seconds : SECONDS_MIN, &result,
                              answer);
    if (r < 0)
        return r;
    r = gtp_choose_surest(session, result, ret_move);
    if (r == 0) {
        tell_proved(session, result, *ret_move);
        return 0;
    }
    gtp_genmove_undecided(session, result, answer);
    return -EAGAIN;
}

int gtp_genmove_find(struct gtp_session *session, struct gtp_answer *answer,
                     struct solve_move *ret_move)
{
    const struct solve_result *result;
    int player = solve_game_to_move(session->game);
    double share = gtp_clock_share(&session->clock, player, solve_board_points(session->board));
    double begun = clock_now();
    int r = gtp_genmove_solve(session, false, share > 0 ? share * VALUE_SHARE : 0, &result, answer);
    if (r < 0)
        return r;
    if (is_decided(result)) {
        r = find_best(session, share, clock_now() - begun, answer, ret_move);
        if (r != -ENOENT)
            return r; /* -ENOENT: the value is proved, but of no move that it keeps it */
    }
    if (share > 0)
        return find_surest(session, (share - (clock_now() - begun)) * MOVES_SHARE, answer,
                           ret_move);
    gtp_genmove_undecided(session, session->found, answer);
    return -EAGAIN;
}

int gtp_genmove_make(struct gtp_session *session, int put_in, struct solve_move move,
                     const char *before, struct gtp_answer *answer)
{
    char name[SOLVE_MOVE_TEXT_MAX];
    struct solve_refusal why = {.reason = "out of memory"};
    int r = -ENOMEM;
    gtp_answer_line(answer, "%s%s", before, solve_move_format(session->board, move, name));
    if (!gtp_answer_is_whole(answer)) /* what cannot be told is not done */
        gtp_play_take_back(session, put_in);
    else
        r = gtp_play_move(session, put_in, move, &why);
    if (r < 0)
        gtp_play_fail(answer, r, &why);
    return r;
}

bool gtp_genmove_is_lost(const struct gtp_session *session)
{
    struct solve_bounds bounds;
    int sure, most;
    if (session->found == NULL || solve_result_bounds(session->found, &bounds) < 0)
        return false;
    gtp_engine_outcome(session, &bounds, solve_game_to_move(session->game), &sure, &most);
    return most < 0;
}
