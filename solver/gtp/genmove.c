/* The move that the engine makes. */
#include "gtp/genmove.h"

#include <errno.h>

#include "base/clock.h"
#include "gtp/choose.h"
#include "gtp/engine.h"

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
        if (one.move.kind != move.kind || one.move.point != move.point)
            continue;
        gtp_engine_value(session, &one.bounds, value);
        fprintf(session->log, "; after %s %s", solve_move_format(session->board, move, name),
                value);
    }
    putc('\n', session->log);
}

/* The value is known: looks at the other moves, too, and chooses. */
static int find_best(struct gtp_session *session, double share, double value_seconds,
                     struct solve_move *ret_move)
{
    const struct solve_result *result = session->found;
    struct solve_error err;
    double seconds =
        share > 0 ? (share - value_seconds) * MOVES_SHARE : value_seconds + MOVES_SECONDS;
    if (!solve_result_moves_complete(result) && seconds > 0) {
        int r = gtp_engine_solve(session, true, seconds, &result, &err);
        if (r < 0)
            return r;
    }
    return gtp_choose_best(session, result, ret_move);
}

int gtp_genmove_find(struct gtp_session *session, struct gtp_answer *answer,
                     struct solve_move *ret_move)
{
    const struct solve_result *result = NULL;
    struct solve_error err = {"out of memory"};
    int player = solve_game_to_move(session->game);
    double share = gtp_clock_share(&session->clock, player, solve_board_points(session->board));
    double seconds = share > 0 ? share * VALUE_SHARE : 0;
    double begun = clock_now();
    int r = gtp_engine_solve(session, false, seconds, &result, &err);
    if (r == -E2BIG)
        gtp_genmove_undecided(session, NULL, answer);
    else if (r < 0)
        gtp_answer_fail(answer, "%s", err.text);
    if (r < 0)
        return r;
    if (is_decided(result)) {
        r = find_best(session, share, clock_now() - begun, ret_move);
        if (r < 0 && r != -ENOENT)
            gtp_answer_fail(answer, "out of memory");
        if (r != -ENOENT)
            return r;
        result = session->found; /* the value is proved, but of no move that it keeps it */
    }
    if (share > 0) {
        seconds = (share - (clock_now() - begun)) * MOVES_SHARE;
        gtp_engine_solve(session, true, seconds > SECONDS_MIN ? seconds : SECONDS_MIN, &result,
                         &err);
        r = gtp_choose_surest(session, result, ret_move);
        if (r == 0)
            tell_proved(session, result, *ret_move);
        if (r == 0)
            return 0;
    }
    gtp_genmove_undecided(session, result, answer);
    return -EAGAIN;
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
