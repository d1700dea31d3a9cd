/* Solving, and telling how far it is. */
#include <errno.h>

#include "base/clock.h"
#include "certificate/write/written_certificate.h"
#include "library/handles.h"
#include "result/progress.h"
#include "solve/stored.h"

_Static_assert((int)SOLVE_PREPARING == PROGRESS_TABLES && (int)SOLVE_SEARCHING == PROGRESS_SEARCH &&
                   (int)SOLVE_STRATEGIES == PROGRESS_STRATEGY &&
                   (int)SOLVE_LEARNING == PROGRESS_LEARNING &&
                   (int)SOLVE_COUNTING == PROGRESS_COUNTING &&
                   (int)SOLVE_SWEEPING == PROGRESS_SWEEPS,
               "solve.h has other phases");

/* What is asked of strategies, or how far their guess is learned. */
static void tell_strategies(const struct strategy_progress *strategy,
                            struct solve_progress *progress)
{
    progress->games = strategy->games != NULL ? *strategy->games : 0;
    progress->games_wanted = strategy->games_wanted;
    progress->attacker = (int)strategy->attacker;
    progress->margin = strategy->margin;
    progress->root = strategy->root;
    progress->move = library_move_out(strategy->move);
    progress->rated = strategy->rated;
    progress->moves = strategy->moves;
    progress->bytes = strategy->bytes;
}

static void tell(const struct run_progress *run, void *arg)
{
    const struct library_listener *listener = arg;
    struct solve_progress progress = {
        .phase = (enum solve_phase)run->stage,
        .seconds = clock_now() - listener->started,
        .nodes = run->nodes,
        .bytes = run->bytes,
        .attacker = (int)run->attacker,
        .margin = run->margin,
        .boards = run->boards,
        .sweep = run->sweep,
        .swept = run->swept,
        .entries = run->lemmas,
        .depth = run->depth,
        .half_points = listener->half_points,
    };
    if (run->strategy != NULL)
        tell_strategies(run->strategy, &progress);
    listener->request->tell(&progress, listener->request->arg);
}

void library_listen(const struct solve_request *request, const struct solve_game *game,
                    struct library_listener *listener, struct limits *limits)
{
    *listener = (struct library_listener){request, clock_now(),
                                          solve_rules_half_points(solve_game_rules(game))};
    if (request->tell == NULL)
        return;
    limits->progress = tell;
    limits->progress_arg = listener;
}

static int check(const struct solve_request *request, const struct solve_game *game,
                 struct solve_error *err)
{
    int r = library_check_solvable(game, err);
    if (r < 0)
        return r;
    if (request->asks && solve_claim_check(&request->asked, game->rules, err) < 0)
        return -EINVAL;
    if (request->certificate && !point_set_is_empty(&game->game.turns[0].temporary))
        return library_refuse(err, -EINVAL, "a certificate cannot tell prohibited points");
    return 0;
}

int solve_request_run(const struct solve_request *request, const struct solve_game *game,
                      struct solve_result **ret_result, struct solve_error *err)
{
    struct written_certificate certificate = {0};
    struct analysis analysis;
    if (request == NULL || game == NULL || ret_result == NULL)
        return library_refuse(err, -EINVAL, "a run wants a request and a game");
    int r = check(request, game, err);
    if (r < 0)
        return r;
    struct library_listener listener;
    struct analysis_options options = library_options(request, game);
    library_listen(request, game, &listener, &options.limits);
    options.warm = library_warm(request->cache);
    if (request->certificate)
        options.certificate = &certificate;
    options.limits.strategy_leaves = request->strategy_leaves;
    options.limits.living = request->living;
    r = stored_analyse(library_store(request->store), &game->game, &options, &analysis);
    if (r < 0) {
        written_certificate_release(&certificate);
        return library_refuse(err, r, "out of memory");
    }
    struct library_uncertified uncertified = {0};
    if (request->certificate)
        library_find_uncertified(game, &options, &analysis, &certificate, &uncertified);
    r = library_wrap_result(game, &analysis, request->certificate ? &certificate : NULL,
                            clock_now() - listener.started, ret_result);
    if (r == 0)
        library_set_uncertified(*ret_result, &uncertified);
    else
        library_uncertified_release(&uncertified);
    return r < 0 ? library_refuse(err, r, "out of memory") : 0;
}
