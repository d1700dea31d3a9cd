/* Scores by control, within a budget. */
#include "certificate/check/cycles/score_watch.h"

#include <errno.h>

#include "rules/ljrg.h"

/* What it takes to look at one state of control, for each point of the board. */
#define STEPS_OF_POINT 20

#define FIRST_STATES 65536

static bool must_stop(void *arg)
{
    struct score_watch *watch = arg;
    watch->ended = budget_work(watch->budget, CONTROL_STATES_ASKED * watch->steps_of_state);
    return watch->ended < 0;
}

void score_watch_begin(struct score_watch *watch, const struct game *game, struct budget *budget)
{
    struct control *control = ljrg_control(game);
    *watch = (struct score_watch){
        .budget = budget,
        .counted = budget->bytes / 4 * 3,
        .steps_of_state = STEPS_OF_POINT * (uint64_t)game->graph->points,
    };
    budget->bytes -= watch->counted;
    if (control == NULL)
        return;
    if (game->graph->points > CONTROL_ALL_POINTS)
        control_try_first(control, FIRST_STATES);
    control_hold(control, watch->counted != 0 ? watch->counted : 1);
    control_watch(control, must_stop, watch);
}

void score_watch_end(struct score_watch *watch)
{
    watch->budget->bytes += watch->counted;
    watch->counted = 0;
}

int score_watch_scores(struct score_watch *watch, const struct game *game, int scores[PLAYERS_MAX])
{
    int r = budget_work(watch->budget, watch->steps_of_state);
    if (r == 0)
        r = game_scores(game, scores);
    if (r == -EINTR)
        return watch->ended;
    return r == -ENOSPC ? BUDGET_SPENT : r;
}
