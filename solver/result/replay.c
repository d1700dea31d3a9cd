/* The game of an analysis, with its principal variation played; and the end of an analysis. */
#include "result/analysis.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int analysis_begin(const struct game *game, struct analysis *analysis)
{
    analysis->root_turn = game->count - 1;
    return game_copy(&analysis->game, game);
}

void analysis_cut_pv(struct analysis *analysis, size_t count)
{
    analysis->pv_count = count;
    analysis->pv_complete = false;
    analysis->pv_stopped = STOP_MEMORY;
    if (analysis->cycle_from >= (long)count)
        analysis->cycle_from = -1;
}

int analysis_replay(const struct game *game, struct analysis *analysis)
{
    struct game *kept = &analysis->game;
    int r = kept->turns == NULL ? analysis_begin(game, analysis) : 0;
    if (r < 0)
        return r;
    for (size_t i = 0; i < analysis->pv_count; i++) {
        struct verdict verdict;
        r = game_play(kept, analysis->pv[i], &verdict);
        assert(r < 0 || verdict.legal);
        if (r < 0)
            analysis_cut_pv(analysis, i);
    }
    return 0;
}

enum stop_reason analysis_why_not(int r, enum stop_reason search)
{
    return r == -ENOMEM ? STOP_MEMORY : r == -EAGAIN || r == -EINTR ? search : STOP_NONE;
}

void analysis_release(struct analysis *analysis)
{
    free(analysis->moves);
    free(analysis->pv);
    game_release(&analysis->game);
    memset(analysis, 0, sizeof(*analysis));
}
