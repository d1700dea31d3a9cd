/* The number of complete games, estimated. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include "base/clock.h"
#include "count/sample/sample.h"
#include "library/handles.h"

static int fail(int r, const struct count_run *run, const struct solve_game *game,
                struct solve_error *err)
{
    const char *board = game->board->graph->name;
    const char *why = r == -EINTR    ? "stopped before there was an error to tell"
                      : r == -ENOSPC ? "the memory allowed is too small"
                      : r == -ERANGE ? "play need never end"
                                     : "out of memory";
    if (r == -ENODATA)
        return library_refuse(err, r,
                              "estimating the games on %s: of so few games no error can be told: "
                              "wanted %" PRIu64 " or more",
                              board, run->games_least);
    return library_refuse(err, r, "estimating the games on %s: %s", board, why);
}

int solve_request_estimate(const struct solve_request *request, const struct solve_game *game,
                           double within, uint64_t seed, struct solve_estimate *ret_estimate,
                           struct solve_error *err)
{
    struct sample_estimate sample;
    struct library_listener listener;
    double started = clock_now();
    if (request == NULL || game == NULL || ret_estimate == NULL)
        return library_refuse(err, -EINVAL, "an estimate wants a request and a game");
    if (!(within > 0) || !isfinite(within))
        return library_refuse(err, -EINVAL, "within %g: wanted an error above 0", within);
    struct limits limits = library_limits(request);
    struct count_run run = {.limits = &limits, .measure = ARENA_STONES, .method = "none"};
    limits.threads = request->threads;
    if (limits.deadline <= 0 && limits.max_nodes == 0)
        limits.deadline = started + SOLVE_ESTIMATE_SECONDS;
    library_listen(request, game, &listener, &limits);
    int r = library_check_points(game, "counting games", err);
    if (r < 0)
        return r;
    r = sample_games(&game->game, &run, within, seed, &sample);
    if (r < 0)
        return fail(r, &run, game, err);
    *ret_estimate = (struct solve_estimate){
        .log10 = sample.log10,
        .error = sample.error,
        .doubtful = sample.doubtful,
        .stop = library_stop_out(sample.stop),
        .samples = sample.walks,
        .runs = sample.runs,
        .seconds = clock_now() - started,
        .mean_length = sample.mean_length,
        .longest = sample.longest,
    };
    return 0;
}
