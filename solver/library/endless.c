/* Endless play. */
#include "endless/endless.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "library/handles.h"

_Static_assert((int)SOLVE_ENDLESS_NO == ENDLESS_NO && (int)SOLVE_ENDLESS_YES == ENDLESS_YES,
               "solve.h has other verdicts");

static bool must_stop(void *arg)
{
    const struct solve_request *request = arg;
    return solve_interrupt_is_requested(request->interrupt) ||
           (request->deadline > 0 && clock_now() > request->deadline);
}

static int fail(int r, const struct solve_game *game, struct solve_error *err)
{
    const char *why = r == -EINTR    ? "stopped before the end"
                      : r == -ENOSPC ? "the memory allowed is too small"
                      : r == -EPROTO ? "the rules refuse the line found"
                                     : "out of memory";
    return library_refuse(err, r, "looking for endless play on %s: %s", game->board->graph->name,
                          why);
}

int solve_request_endless(const struct solve_request *request, const struct solve_game *game,
                          struct solve_endless *ret_endless, struct solve_error *err)
{
    struct endless found;
    struct solve_move *moves = NULL;
    if (request == NULL || game == NULL || ret_endless == NULL)
        return library_refuse(err, -EINVAL, "endless play wants a request and a game");
    int r = library_check_solvable(game, err);
    if (r < 0)
        return r;
    const struct endless_limits limits = {
        .max_bytes = request->memory,
        .stop = must_stop,
        .arg = (void *)request,
    };
    const struct turn *now = game_now(&game->game);
    r = endless_find(game->board->graph, &game->rules->ruleset, &now->board, now->next, &limits,
                     &found);
    if (r < 0)
        return fail(r, game, err);
    if (found.moves != NULL)
        r = library_moves_out(found.moves, found.way + found.cycle, &moves);
    if (r == 0)
        *ret_endless = (struct solve_endless){
            .verdict = (enum solve_endless_verdict)found.verdict,
            .argument = found.argument,
            .reason = found.reason,
            .moves = moves,
            .way = found.way,
            .cycle = found.cycle,
            .balance = found.balance,
            .shortest = found.shortest,
            .states = found.states,
        };
    endless_release(&found);
    return r < 0 ? fail(r, game, err) : 0;
}

void solve_endless_release(struct solve_endless *endless)
{
    if (endless == NULL)
        return;
    free(endless->moves);
    endless->moves = NULL;
}
