/* Replaying a game within a budget. */
#include "certificate/replay.h"

#define STEPS_OF_TURN 100
#define STEPS_OF_LOOK 3 /* at one turn before */

/* The turns that there is room for are the budget's, whoever allocates them. */
static int count_turns(struct replayed_game *replay)
{
    size_t bytes = replay->game.room * sizeof(*replay->game.turns);
    int r = budget_count(replay->budget, replay->counted, bytes);
    if (r == 0)
        replay->counted = bytes;
    return r;
}

int replay_init(struct replayed_game *ret_replay, const struct certificate *certificate,
                struct budget *budget)
{
    struct replayed_game replay = {.budget = budget};
    int r = game_init(&replay.game, certificate->graph, &certificate->rules, &certificate->start,
                      certificate->to_move);
    if (r < 0)
        return r;
    r = count_turns(&replay);
    if (r < 0)
        replay_release(&replay);
    else
        *ret_replay = replay;
    return r;
}

void replay_release(struct replayed_game *replay)
{
    game_release(&replay->game);
    replay->budget->bytes += replay->counted;
    replay->counted = 0;
}

int replay_play(struct replayed_game *replay, struct move move, struct verdict *ret_verdict)
{
    int r = budget_work(replay->budget, STEPS_OF_TURN + STEPS_OF_LOOK * replay->game.count);
    if (r == 0)
        r = game_play(&replay->game, move, ret_verdict);
    return r == 0 ? count_turns(replay) : r;
}

void replay_go_back(struct replayed_game *replay, size_t turns)
{
    while (replay->game.count > turns)
        game_undo(&replay->game);
}
