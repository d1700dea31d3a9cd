/* The game of an analysis, with its best line played. */
#include "result/analysis.h"

#include <assert.h>

int analysis_replay(const struct game *game, struct analysis *analysis)
{
    struct game *kept = &analysis->game;
    analysis->root_turn = game->count - 1;
    int r = game_init(kept, game->graph, &game->rules, &game->turns[0].board, game->turns[0].next);
    for (size_t i = 1; i < game->count && r == 0; i++) {
        struct verdict verdict;
        r = game_play(kept, game->turns[i].move, &verdict);
    }
    for (size_t i = 0; i < analysis->pv_count && r == 0; i++) {
        struct verdict verdict;
        r = game_play(kept, analysis->pv[i], &verdict);
        assert(r < 0 || verdict.legal);
    }
    return r;
}
