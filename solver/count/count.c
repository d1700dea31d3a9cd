/*
 * The front of the exact counts. It asks first whether play must end, for the engines need that.
 *
 * Where no argument decides it, the games are walked through all the same (count/histories.h): each
 * state with its history has finitely many moves, so a walk that ends has been through every line
 * of play and met no endless one. It is the graph of arrivals (count/arena.h) that needs to be told
 * beforehand.
 */
#include "count/count.h"

#include <errno.h>

#include "count/histories.h"
#include "endless/endless.h"

static bool must_stop(void *arg)
{
    return count_run_must_stop(arg);
}

/* May the moves of the lap be played from where game stands, the way first and then the lap twice?
 * Returns 1, 0 or -ENOMEM. */
static int lap_is_legal(const struct game *game, const struct endless *found)
{
    struct game copy;
    struct verdict verdict = {.legal = true};
    int r = game_copy(&copy, game);
    for (size_t i = 0; i < found->way + 2 * found->cycle && r == 0 && verdict.legal; i++) {
        size_t move = i < found->way + found->cycle ? i : i - found->cycle;
        if (game_over(&copy))
            verdict.legal = false;
        else
            r = game_play(&copy, found->moves[move], &verdict);
    }
    game_release(&copy);
    return r < 0 ? r : verdict.legal;
}

/*
 * Is play endless from where game stands? That is decided of the position alone. A proof that every
 * play ends holds for any history before it; a lap is played again after this one. Returns 0 or a
 * negative errno.
 */
static int decide(const struct game *game, struct count_run *run, enum endless_verdict *ret_verdict)
{
    const struct endless_limits limits = {
        .max_bytes = run->limits->max_bytes, .stop = must_stop, .arg = run};
    const struct turn *now = game_now(game);
    struct endless found;
    int r = endless_find(game->graph, &game->rules, &now->board, now->next, &limits, &found);
    if (r == -EPROTO) {
        *ret_verdict = ENDLESS_UNDECIDED;
        return 0;
    }
    if (r < 0)
        return r;
    enum endless_verdict verdict = found.verdict;
    if (verdict == ENDLESS_YES) {
        r = lap_is_legal(game, &found);
        if (r == 0)
            verdict = ENDLESS_UNDECIDED;
    }
    endless_release(&found);
    if (r < 0)
        return r;
    *ret_verdict = verdict;
    return 0;
}

static int count(const struct game *game, struct count_run *run, struct tally *ret_tally,
                 enum count_verdict *ret_verdict)
{
    enum endless_verdict endless;
    if (game_over(game)) {
        *ret_verdict = COUNT_EXACT;
        return histories_count(game, run, ret_tally);
    }
    int r = decide(game, run, &endless);
    if (r == 0)
        *ret_verdict = endless == ENDLESS_YES ? COUNT_ENDLESS : COUNT_EXACT;
    if (r < 0 || endless == ENDLESS_YES)
        return r;
    return histories_count(game, run, ret_tally);
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
