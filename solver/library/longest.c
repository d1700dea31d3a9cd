/* The longest game. */
#include "count/longest/longest.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "library/handles.h"

_Static_assert(SOLVE_LONGEST_UNKNOWN == LONGEST_UNBOUNDED, "solve.h has another number");

static int fail(int r, const struct solve_game *game, struct solve_error *err)
{
    const char *why = r == -ERANGE   ? "play need never end"
                      : r == -EPROTO ? "the rules refuse the game found"
                                     : "out of memory";
    return library_refuse(err, r, "the longest game on %s under %s: %s", game->board->graph->name,
                          game->rules->text, why);
}

/* Copies what was found out. Returns 0 or -ENOMEM. */
static int take(const struct longest_game *found, struct solve_longest *longest)
{
    longest->at_least = found->at_least;
    longest->at_most = found->at_most;
    longest->argument = found->argument;
    longest->move_count = found->move_count;
    longest->moves = NULL;
    return found->moves == NULL
               ? 0
               : library_moves_out(found->moves, found->move_count, &longest->moves);
}

int solve_request_longest(const struct solve_request *request, const struct solve_game *game,
                          uint64_t seed, struct solve_longest *ret_longest, struct solve_error *err)
{
    struct library_listener listener;
    struct longest_game found;
    struct solve_longest longest;
    if (request == NULL || game == NULL || ret_longest == NULL)
        return library_refuse(err, -EINVAL, "the longest game wants a request and a game");
    int r = library_check_points(game, "counting games", err);
    if (r < 0)
        return r;
    struct limits limits = library_limits(request);
    struct count_run run = {.limits = &limits, .measure = ARENA_STONES};
    library_listen(request, game, &listener, &limits);
    r = longest_find(&game->game, seed, &run, &found);
    if (r == 0) {
        r = take(&found, &longest);
        longest_game_release(&found);
    }
    if (r < 0)
        return fail(r, game, err);
    longest.stop = found.at_least == found.at_most ? SOLVE_STOP_NONE : library_stop_out(run.stop);
    longest.seconds = clock_now() - listener.started;
    *ret_longest = longest;
    return 0;
}

void solve_longest_release(struct solve_longest *longest)
{
    if (longest == NULL)
        return;
    free(longest->moves);
    longest->moves = NULL;
}
