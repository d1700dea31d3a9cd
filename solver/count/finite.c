/* Whether the games that go on from where a game stands must end. */
#include "count/finite.h"

#include <errno.h>

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

int finite_decide(const struct game *game, struct count_run *run, enum endless_verdict *ret_verdict)
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
