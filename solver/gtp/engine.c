/* Values of the game as it stands. */
#include "gtp/engine.h"

#include <errno.h>
#include <stdio.h>

#include "base/human.h"

int gtp_engine_request(const struct gtp_session *session, double seconds,
                       struct solve_request **ret_request)
{
    struct request_limits limits = session->limits;
    if (seconds > 0 && (limits.max_seconds == 0 || seconds < limits.max_seconds))
        limits.max_seconds = seconds;
    return request_limits_make(&limits, session->work, ret_request);
}

int gtp_engine_solve_game(struct gtp_session *session, const struct solve_game *game, bool values,
                          double seconds, struct solve_result **ret_result, struct solve_error *err)
{
    struct solve_request *request;
    if (solve_board_points(session->board) > SOLVE_POINTS_MAX) {
        snprintf(err->text, sizeof(err->text), "the board has more than %d points",
                 SOLVE_POINTS_MAX);
        return -E2BIG;
    }
    int r = gtp_engine_request(session, seconds, &request);
    if (r < 0) {
        snprintf(err->text, sizeof(err->text), "out of memory");
        return r;
    }
    solve_request_set_komi(request, session->komi);
    solve_request_set_value_only(request, !values);
    solve_request_set_cache(request, session->cache);
    solve_request_set_store(request, session->store);
    r = solve_request_run(request, game, ret_result, err);
    solve_request_free(request);
    return r;
}

static bool is_known(const struct solve_result *result, bool values)
{
    struct solve_bounds bounds;
    if (result == NULL || solve_result_bounds(result, &bounds) < 0 || !solve_bounds_known(&bounds))
        return false;
    return !values || solve_result_moves_complete(result);
}

int gtp_engine_solve(struct gtp_session *session, bool values, double seconds,
                     const struct solve_result **ret_result, struct solve_error *err)
{
    if (!is_known(session->found, values)) {
        struct solve_result *result;
        int r = gtp_engine_solve_game(session, session->game, values, seconds, &result, err);
        if (r < 0)
            return r;
        /* A run that was stopped early may know less than the one before. */
        if (is_known(session->found, false) && !is_known(result, false)) {
            solve_result_free(result);
        } else {
            gtp_session_changed(session);
            session->found = result;
        }
    }
    *ret_result = session->found;
    return 0;
}

static bool is_infinite(int margin)
{
    return margin >= SOLVE_MARGIN_INFINITE || margin <= -SOLVE_MARGIN_INFINITE;
}

const char *gtp_engine_margin(const struct gtp_session *session, int margin)
{
    int half = is_infinite(margin) ? 0 : solve_rules_half_points(session->rules);
    return human_half_points(2 * margin + half);
}

/* A margin in words. */
static const char *name_margin(const struct gtp_session *session, int margin)
{
    if (is_infinite(margin))
        return margin > 0 ? "a win" : "a loss";
    return gtp_engine_margin(session, margin);
}

/* What a player forces, who is worst off with worst. */
static const char *name_forced(const struct gtp_session *session, int margin, int worst)
{
    return margin == worst ? "no end" : name_margin(session, margin);
}

bool gtp_engine_value(const struct gtp_session *session, const struct solve_bounds *bounds,
                      char *buffer)
{
    int least = bounds->lower_min, most = bounds->upper_max;
    bool known = solve_bounds_known(bounds);
    if (known && least < bounds->upper_min)
        snprintf(buffer, GTP_ENGINE_VALUE_MAX, "Black forces %s, White forces %s",
                 name_forced(session, least, -SOLVE_MARGIN_INFINITE),
                 name_forced(session, most, SOLVE_MARGIN_INFINITE));
    else if (least == most)
        snprintf(buffer, GTP_ENGINE_VALUE_MAX, "Black gets %s", name_margin(session, least));
    else
        snprintf(buffer, GTP_ENGINE_VALUE_MAX, "Black gets between %s and %s",
                 name_margin(session, least), name_margin(session, most));
    return known;
}

static const char *name_short(const struct gtp_session *session, int margin)
{
    if (is_infinite(margin))
        return margin > 0 ? "inf" : "-inf";
    return gtp_engine_margin(session, margin);
}

void gtp_engine_short_value(const struct gtp_session *session, const struct solve_bounds *bounds,
                            char *buffer)
{
    const char *least = name_short(session, bounds->lower_min);
    const char *most = name_short(session, bounds->upper_max);
    if (!solve_bounds_known(bounds))
        snprintf(buffer, GTP_ENGINE_VALUE_MAX, "%s..%s", least, most);
    else if (bounds->lower_min == bounds->upper_max)
        snprintf(buffer, GTP_ENGINE_VALUE_MAX, "%s", least);
    else
        snprintf(buffer, GTP_ENGINE_VALUE_MAX, "%s/%s", least, most);
}

struct solve_bounds gtp_engine_unknown(const struct gtp_session *session)
{
    int points = solve_board_points(session->board);
    if (!session->facts.board_only || session->facts.pairs)
        return (struct solve_bounds){-SOLVE_MARGIN_INFINITE, SOLVE_MARGIN_INFINITE,
                                     -SOLVE_MARGIN_INFINITE, SOLVE_MARGIN_INFINITE};
    return (struct solve_bounds){-points, points, -points, points};
}

void gtp_engine_outcome(const struct gtp_session *session, const struct solve_bounds *bounds,
                        int player, int *ret_sure, int *ret_most)
{
    int komi = session->komi - solve_rules_half_points(session->rules);
    int least = solve_bounds_at_komi(bounds->lower_min, bounds->upper_min, komi) - komi;
    int most = solve_bounds_at_komi(bounds->lower_max, bounds->upper_max, komi) - komi;
    *ret_sure = player == 0 ? least : -most;
    *ret_most = player == 0 ? most : -least;
}
