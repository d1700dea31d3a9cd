/* Solving, and telling how far it is. */
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "certificate/write/certificate.h"
#include "library/handles.h"
#include "search/search.h"
#include "store/store.h"

/* Who is told of a run. */
struct listener {
    const struct solve_request *request;
    double started; /* by clock_now() */
};

/* What is asked of strategies, or how far their guess is learned. */
static void tell_strategies(const struct strategy_progress *strategy,
                            struct solve_progress *progress)
{
    progress->phase = strategy->games != NULL ? SOLVE_LEARNING : SOLVE_STRATEGIES;
    progress->games = strategy->games != NULL ? *strategy->games : 0;
    progress->games_wanted = strategy->games_wanted;
    progress->attacker = (int)strategy->attacker;
    progress->margin = strategy->margin;
    progress->root = strategy->root;
    progress->move = library_move_out(strategy->move);
    progress->judged = strategy->judged;
    progress->moves = strategy->moves;
    progress->bytes = strategy->bytes;
}

/* Where play cannot be endless the query is Black's, whoever the search is for. White's is whether
 * he can hold Black to less. */
static void tell_search(const struct search *search, struct solve_progress *progress)
{
    enum colour attacker = search->model.pairs ? search->attacker : BLACK;
    progress->phase = search->nodes == 0 ? SOLVE_PREPARING : SOLVE_SEARCHING;
    progress->attacker = (int)attacker;
    progress->margin = attacker == BLACK ? search->asked : search->asked - 1;
    progress->boards = search->positions->orbit_count;
    progress->entries = search->lemmas->count;
    progress->depth = search->frame_count;
    progress->bytes = search_bytes(search);
}

static void tell(const struct search *search, void *arg)
{
    const struct listener *listener = arg;
    struct solve_progress progress = {.seconds = clock_now() - listener->started,
                                      .nodes = search->nodes};
    if (search->strategy != NULL)
        tell_strategies(search->strategy, &progress);
    else
        tell_search(search, &progress);
    listener->request->tell(&progress, listener->request->arg);
}

static int check(const struct solve_request *request, const struct solve_game *game,
                 struct solve_error *err)
{
    int r = library_check_solvable(game, err);
    if (r < 0)
        return r;
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
    struct listener listener = {request, clock_now()};
    struct analysis_options options = library_options(request);
    if (request->tell != NULL) {
        options.limits.progress = tell;
        options.limits.progress_arg = &listener;
    }
    if (request->certificate)
        options.certificate = &certificate;
    r = store_analyse(library_store(request->store), &game->game, &options, &analysis);
    if (r == 0)
        r = library_wrap_result(game, request->komi_half_points, &analysis,
                                request->certificate ? &certificate : NULL,
                                clock_now() - listener.started, ret_result);
    else
        written_certificate_release(&certificate);
    return r < 0 ? library_refuse(err, r, "out of memory") : 0;
}
