/* What a run is asked for and may use. */
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "library/handles.h"

#define MEMORY_DEFAULT ((size_t)1 << 30)
#define SECONDS_MOST 1e9

/* Seconds of search after which the root moves are shared out to threads. */
#define SHARE_AFTER 0.5

int solve_request_new(struct solve_request **ret_request)
{
    if (ret_request == NULL)
        return -EINVAL;
    struct solve_request *request = calloc(1, sizeof(*request));
    if (request == NULL)
        return -ENOMEM;
    request->threads = 1;
    request->memory = MEMORY_DEFAULT;
    *ret_request = request;
    return 0;
}

void solve_request_free(struct solve_request *request)
{
    free(request);
}

int solve_request_set_komi(struct solve_request *request, int half_points)
{
    if (request == NULL || half_points < -SOLVE_KOMI_MAX || half_points > SOLVE_KOMI_MAX)
        return -EINVAL;
    request->komi_half_points = half_points;
    return 0;
}

int solve_request_set_value_only(struct solve_request *request, bool value_only)
{
    if (request == NULL)
        return -EINVAL;
    request->value_only = value_only;
    return 0;
}

int solve_request_set_threads(struct solve_request *request, int threads)
{
    if (request == NULL || threads < 1 || threads > SOLVE_THREADS_MAX)
        return -EINVAL;
    request->threads = threads;
    return 0;
}

int solve_request_set_memory(struct solve_request *request, uint64_t bytes)
{
    if (request == NULL || bytes < SOLVE_MEMORY_MIN || bytes > SIZE_MAX / 2)
        return -EINVAL;
    request->memory = (size_t)bytes;
    return 0;
}

int solve_request_set_max_nodes(struct solve_request *request, uint64_t nodes)
{
    if (request == NULL)
        return -EINVAL;
    request->max_nodes = nodes;
    return 0;
}

int solve_request_set_seconds(struct solve_request *request, double seconds)
{
    if (request == NULL || !(seconds >= 0 && seconds <= SECONDS_MOST))
        return -EINVAL;
    request->deadline = seconds > 0 ? clock_now() + seconds : 0;
    return 0;
}

int solve_request_set_interrupt(struct solve_request *request,
                                const struct solve_interrupt *interrupt)
{
    if (request == NULL)
        return -EINVAL;
    request->interrupt = interrupt;
    return 0;
}

int solve_request_set_certificate(struct solve_request *request, bool wanted)
{
    if (request == NULL)
        return -EINVAL;
    request->certificate = wanted;
    return 0;
}

int solve_request_set_strategy_leaves(struct solve_request *request, bool wanted)
{
    if (request == NULL)
        return -EINVAL;
    request->strategy_leaves = wanted;
    return 0;
}

int solve_request_set_living(struct solve_request *request, bool wanted)
{
    if (request == NULL)
        return -EINVAL;
    request->living = wanted;
    return 0;
}

int solve_request_set_store(struct solve_request *request, struct solve_store *store)
{
    if (request == NULL)
        return -EINVAL;
    request->store = store;
    return 0;
}

int solve_request_set_progress(struct solve_request *request,
                               void (*tell)(const struct solve_progress *progress, void *arg),
                               void *arg)
{
    if (request == NULL)
        return -EINVAL;
    request->tell = tell;
    request->arg = arg;
    return 0;
}

struct limits library_limits(const struct solve_request *request)
{
    return (struct limits){
        .max_nodes = request->max_nodes,
        .deadline = request->deadline,
        .max_bytes = request->memory,
        .interrupted = library_flag(request->interrupt),
    };
}

struct analysis_options library_options(const struct solve_request *request,
                                        const struct solve_game *game)
{
    struct bounds_claim claim = {0};
    if (request->asks)
        claim = library_claim_in(&request->asked, game->rules);
    return (struct analysis_options){
        .limits = library_limits(request),
        .komi_half_points =
            request->komi_half_points - solve_rules_half_points(solve_game_rules(game)),
        .value_only = request->value_only || request->asks,
        .asks = request->asks,
        .claim = claim,
        .threads = request->threads,
        .share_after = SHARE_AFTER,
    };
}

int library_check_points(const struct solve_game *game, const char *doing, struct solve_error *err)
{
    const struct graph *graph = game->board->graph;
    if (graph->points > SOLVER_MAX_POINTS)
        return library_refuse(err, -EINVAL, "%s has %d points: wanted at most %d for %s",
                              graph->name, graph->points, SOLVER_MAX_POINTS, doing);
    return 0;
}

int library_check_solvable(const struct solve_game *game, struct solve_error *err)
{
    int players = ruleset_players(&game->rules->ruleset);
    int r = library_check_points(game, "solving", err);
    if (r < 0)
        return r;
    if (players > 2)
        return library_refuse(err, -EINVAL, "%s has %d players: wanted 2 for solving",
                              game->rules->text, players);
    return 0;
}
