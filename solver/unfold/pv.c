/*
 * By ranks (ranking.h) of the value, for both players. On a line in which who moves takes a move of
 * least rank, the ranks of both players fall with each move: his own by his choice, the opponent's
 * because all of his moves are in the opponent's strategy. So the line comes to an end.
 */
#include "unfold/pv.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "unfold/ranking.h"

static int add_move(struct analysis *analysis, int point)
{
    struct move *pv = realloc(analysis->pv, (analysis->pv_count + 1) * sizeof(*pv));
    if (pv == NULL)
        return -ENOMEM;
    analysis->pv = pv;
    pv[analysis->pv_count++] = point < 0 ? move_pass(MOVE_PASS) : move_stone(point);
    return 0;
}

static int follow(const struct unfold_ranking rankings[2], uint32_t id, struct analysis *analysis)
{
    const struct unfold_graph *graph = rankings[0].graph;
    while (!graph->nodes[id].over) {
        const struct unfold_node *node = &graph->nodes[id];
        const uint32_t *ranks = rankings[node->mover].ranks;
        uint32_t best = unfold_ranking_best(&rankings[node->mover], id);
        if (ranks[graph->edges[best].to] >= ranks[id]) {
            /* He loses the whole board, as by passing (graph.h). The opponent's ranks still fall.
             */
            assert(rankings[node->mover].margin == -graph->plays.points);
            best = node->first;
        }
        if (add_move(analysis, graph->edges[best].point) < 0)
            return -ENOMEM;
        id = graph->edges[best].to;
    }
    analysis->pv_complete = true;
    return 0;
}

int unfold_pv(const struct unfold_graph *graph, uint32_t root, struct analysis *analysis)
{
    struct unfold_ranking rankings[2] = {{0}};
    int value = graph->nodes[root].least[0];
    int r = unfold_ranking_init(&rankings[0], graph, 0, value);
    if (r == 0)
        r = unfold_ranking_init(&rankings[1], graph, 1, -value);
    if (r == 0)
        r = follow(rankings, root, analysis);
    unfold_ranking_release(&rankings[0]);
    unfold_ranking_release(&rankings[1]);
    return r;
}
