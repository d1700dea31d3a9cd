/* Threshold minimax over all histories. */
#include "naive/naive.h"

#include <stdlib.h>

/* The outcome of one play, for attacker. */
static int try_move(struct game *game, struct move move, int attacker, int t, long *nodes)
{
    struct verdict verdict;
    if (game_play(game, move, &verdict) < 0)
        abort();
    if (!verdict.legal)
        return -2;
    int result = naive_force(game, attacker, t, nodes);
    game_undo(game);
    return result;
}

int naive_force(struct game *game, int attacker, int t, long *nodes)
{
    const struct turn *now = game_now(game);
    if (now->ending == ENDING_NO_RESULT)
        return 0;
    if (now->ending == ENDING_SCORED)
        return (game_margin(game) >= t) == (attacker == 0);
    if (--*nodes <= 0)
        return -1;
    bool own = now->next == attacker;
    int points = game->graph->points;
    bool unknown = false;
    for (int p = 0; p < points + 2; p++) {
        struct move move =
            p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        int result = try_move(game, move, attacker, t, nodes);
        if (result == (own ? 1 : 0))
            return result;
        if (result == -1)
            unknown = true;
        if (*nodes <= 0)
            return -1;
    }
    return unknown ? -1 : !own;
}
