/* Values by coalition. */
#include "players/coalition.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "library/handles.h"

/* Passes on how far a search is. */
static void tell(const struct force *force, void *arg)
{
    const struct library_listener *listener = arg;
    struct solve_progress progress = {
        .phase = SOLVE_COALITIONS,
        .seconds = clock_now() - listener->started,
        .nodes = force->nodes,
        .bytes = facts_bytes(&force->facts),
        .attacker = (int)force->coalition,
        .margin = force->goal,
        .entries = force->facts.count,
        .depth = force->trail.game.count - 1,
    };
    listener->request->tell(&progress, listener->request->arg);
}

int solve_request_coalition(const struct solve_request *request, const struct solve_game *game,
                            unsigned members, struct solve_coalition *ret_coalition,
                            struct solve_error *err)
{
    struct coalition found;
    struct error why = {""};
    if (request == NULL || game == NULL || ret_coalition == NULL)
        return library_refuse(err, -EINVAL, "a coalition wants a request and a game");
    if (members == 0 || members >> game->game.players != 0)
        return library_refuse(err, -EINVAL, "a coalition wants at least one of %d players",
                              game->game.players);
    if (coalition_check(&game->game, &why) < 0)
        return library_fail(err, -EINVAL, &why);
    const struct limits limits = library_limits(request);
    struct library_listener listening = {request, clock_now()};
    const struct force_listener listener = {request->tell != NULL ? tell : NULL, &listening};
    struct solve_move *plays = NULL, *line = NULL;
    int r = coalition_solve(&game->game, members, request->value_only, &limits, listener, &found);
    if (r == 0)
        r = library_moves_out(found.plays, found.play_count, &plays);
    if (r == 0)
        r = library_moves_out(found.line, found.line_count, &line);
    if (r == 0)
        *ret_coalition = (struct solve_coalition){
            .lower = found.lower,
            .upper = found.upper,
            .plays = plays,
            .play_count = found.play_count,
            .plays_complete = found.plays_complete,
            .line = line,
            .line_count = found.line_count,
            .line_complete = found.line_complete,
            .nodes = found.nodes,
            .entries = found.facts,
            .stop = library_stop_out(found.stop),
        };
    else
        free(plays);
    coalition_release(&found);
    return r < 0 ? library_refuse(err, r, "out of memory") : 0;
}

void solve_coalition_release(struct solve_coalition *coalition)
{
    if (coalition == NULL)
        return;
    free(coalition->plays);
    free(coalition->line);
    coalition->plays = coalition->line = NULL;
}
