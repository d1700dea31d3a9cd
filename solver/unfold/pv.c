/*
 * Ranks: how many moves it takes a player to force the value, if both do their best. On a line in
 * which who moves takes a move of least rank, the ranks of both players fall with each move: his
 * own by his choice, the opponent's because all of his moves are in the opponent's strategy. So the
 * line comes to an end.
 */
#include "unfold/pv.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#define NO_RANK UINT32_MAX

/* The states from which a player forces a margin, in his view. */
struct unfold_ranking {
    const struct unfold_graph *graph;
    int player, margin;
    uint32_t *ranks; /* by state */
    uint8_t *left;   /* by state of the opponent's: his moves without a rank */
    uint32_t *queue;
    size_t count;
};

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
        ranking->ranks[id] = NO_RANK;
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
            if (ranking->ranks[from] == NO_RANK &&
                (graph->nodes[from].mover == ranking->player || --ranking->left[from] == 0))
                give(ranking, from, ranking->ranks[id] + 1);
        }
    }
}

static int init(struct unfold_ranking *ranking, const struct unfold_graph *graph, int player,
                int margin)
{
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

static void release(struct unfold_ranking *ranking)
{
    free(ranking->ranks);
    free(ranking->left);
    free(ranking->queue);
}

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
        uint32_t best = node->first;
        for (uint32_t e = node->first; e < node->first + node->count; e++)
            if (ranks[graph->edges[e].to] < ranks[graph->edges[best].to])
                best = e;
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
    int r = init(&rankings[0], graph, 0, value);
    if (r == 0)
        r = init(&rankings[1], graph, 1, -value);
    if (r == 0)
        r = follow(rankings, root, analysis);
    release(&rankings[0]);
    release(&rankings[1]);
    return r;
}
