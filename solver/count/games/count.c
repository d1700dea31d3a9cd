/*
 * The front of the exact counts. It asks first whether play must end, for the engines need that.
 * Then it counts by components where the games have an arena, else state by state.
 *
 * Where no argument decides it, the games are walked through all the same
 * (count/histories/histories.h): each state with its history has finitely many moves, so a walk
 * that ends has been through every line of play and met no endless one. It is the graph of arrivals
 * (count/arena.h) that needs to be told beforehand.
 */
#include "count/games/count.h"

#include <errno.h>

#include "count/components/components.h"
#include "count/finite.h"
#include "count/histories/histories.h"

/* Returns -EOPNOTSUPP where the games have no arena, or too large a one. */
static int count_by_components(const struct game *game, struct count_run *run,
                               struct tally *ret_tally)
{
    struct arena arena;
    struct tally tally;
    enum arena_measure measure = run->lengths ? run->measure : ARENA_STONES;
    size_t bytes = run->limits->max_bytes;
    int r = arena_init(&arena, game, measure, bytes > 0 ? bytes / 2 : SIZE_MAX, run);
    if (r < 0)
        return r == -ENOSPC ? -EOPNOTSUPP : r;
    tally_init(&tally);
    r = components_count(&arena, run, &tally);
    arena_release(&arena);
    if (r == 0)
        *ret_tally = tally;
    else
        tally_release(&tally);
    return r == -E2BIG || r == -ELOOP || r == -ERANGE ? -EOPNOTSUPP : r;
}

static int count(const struct game *game, struct count_run *run, struct tally *ret_tally,
                 enum count_verdict *ret_verdict)
{
    enum endless_verdict endless;
    if (game_over(game)) {
        *ret_verdict = COUNT_EXACT;
        return histories_count(game, run, ret_tally);
    }
    int r = finite_decide(game, run, &endless);
    if (r == 0)
        *ret_verdict = endless == ENDLESS_YES ? COUNT_ENDLESS : COUNT_EXACT;
    if (r < 0 || endless == ENDLESS_YES)
        return r;
    r = count_by_components(game, run, ret_tally);
    return r == -EOPNOTSUPP ? histories_count(game, run, ret_tally) : r;
}

int count_games(const struct game *game, struct count_run *run, struct tally *ret_tally,
                enum count_verdict *ret_verdict)
{
    enum count_verdict verdict = COUNT_STOPPED;
    int r = count(game, run, ret_tally, &verdict);
    if (r == -ENOSPC && run->stop == STOP_NONE)
        run->stop = STOP_MEMORY;
    if (r == -EINTR || r == -ENOSPC) {
        verdict = COUNT_STOPPED;
        r = 0;
    }
    if (r == 0)
        *ret_verdict = verdict;
    return r;
}
