/* Ranks, from the ends backwards. */
#include "unfold/ranking.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void give(struct unfold_ranking *ranking, uint32_t id, uint32_t rank)
{
    ranking->ranks[id] = rank;
    ranking->queue[ranking->count++] = id;
}

static void begin(struct unfold_ranking *ranking)
{
    const struct unfold_graph *graph = ranking->graph;
    for (uint32_t id = 0; id < graph->count; id++) {
        const struct unfold_node *node = &graph->nodes[id];
        ranking->ranks[id] = UNFOLD_NO_RANK;
        ranking->left[id] = node->count;
    }
    for (uint32_t id = 0; id < graph->count; id++)
        if (graph->nodes[id].over && graph->nodes[id].least[ranking->player] >= ranking->margin)
            give(ranking, id, 0);
}

/* Breadth first from the ends, so that each state gets its least rank. */
static void rank_all(struct unfold_ranking *ranking)
{
    const struct unfold_graph *graph = ranking->graph;
    begin(ranking);
    for (size_t i = 0; i < ranking->count; i++) {
        uint32_t id = ranking->queue[i];
        for (uint32_t e = graph->nodes[id].in; e != UNFOLD_NO_EDGE; e = graph->edges[e].next_in) {
            uint32_t from = graph->edges[e].from;
            if (ranking->ranks[from] == UNFOLD_NO_RANK &&
                (graph->nodes[from].mover == ranking->player || --ranking->left[from] == 0))
                give(ranking, from, ranking->ranks[id] + 1);
        }
    }
}

int unfold_ranking_init(struct unfold_ranking *ret_ranking, const struct unfold_graph *graph,
                        int player, int margin)
{
    struct unfold_ranking *ranking = ret_ranking;
    *ranking = (struct unfold_ranking){
        .graph = graph,
        .player = player,
        .margin = margin,
        .ranks = malloc(graph->count * sizeof(*ranking->ranks)),
        .left = malloc(graph->count),
        .queue = malloc(graph->count * sizeof(*ranking->queue)),
    };
    if (ranking->ranks == NULL || ranking->left == NULL || ranking->queue == NULL)
        return -ENOMEM;
    rank_all(ranking);
    return 0;
}

void unfold_ranking_release(struct unfold_ranking *ranking)
{
    free(ranking->ranks);
    free(ranking->left);
    free(ranking->queue);
    memset(ranking, 0, sizeof(*ranking));
}

uint32_t unfold_ranking_best(const struct unfold_ranking *ranking, uint32_t id)
{
    const struct unfold_graph *graph = ranking->graph;
    const struct unfold_node *node = &graph->nodes[id];
    uint32_t best = node->first;
    for (uint32_t e = node->first; e < node->first + node->count; e++)
        if (ranking->ranks[graph->edges[e].to] < ranking->ranks[graph->edges[best].to])
            best = e;
    return best;
}
