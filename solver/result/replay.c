/* The game of an analysis, with its principal variation played; and the end of an analysis. */
#include "result/analysis.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int analysis_replay(const struct game *game, struct analysis *analysis)
{
    struct game *kept = &analysis->game;
    analysis->root_turn = game->count - 1;
    int r = game_copy(kept, game);
    for (size_t i = 0; i < analysis->pv_count && r == 0; i++) {
        struct verdict verdict;
        r = game_play(kept, analysis->pv[i], &verdict);
        assert(r < 0 || verdict.legal);
    }
    return r;
}

void analysis_release(struct analysis *analysis)
{
    free(analysis->moves);
    free(analysis->pv);
    game_release(&analysis->game);
    memset(analysis, 0, sizeof(*analysis));
}
