/*
 * By ranks (ranking.h) of the value, for both players. On a line in which who moves takes a move of
 * least rank, the ranks of both players fall with each move: his own by his choice, the opponent's
 * because all of his moves are in the opponent's strategy. So the line comes to an end.
 *
 * Where the value is a pair nobody has a way to both of its ends. If the komi is not between them
 * one player forces an end that is good enough; he follows his ranks, and the opponent denies him
 * more. If it is, both deny each other more than the pair says: no end is reached by that, and in
 * the graph, which is finite, some state comes back, with all of its past that matters.
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

static int find_end(const struct unfold_graph *graph, uint32_t root, struct analysis *analysis)
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

/* --- pairs --- */

#define NOBODY (-1)

/* A line where the value is a pair. */
struct pair_line {
    const struct unfold_graph *graph;
    const int8_t *forced;          /* by player, in his view: what he forces at the root */
    int winner;                    /* who forces an end that suits him at the komi; or NOBODY */
    struct unfold_ranking ranking; /* of what he forces */
    uint32_t *met;                 /* by state: moves of the line up to it, and 1; 0: none */
};

/* Who moves denies his opponent more than that forces at the root. Returns the first such move,
 * stones before the pass; UNFOLD_NO_EDGE: there is none. */
static uint32_t deny(const struct pair_line *line, uint32_t id)
{
    const struct unfold_node *node = &line->graph->nodes[id];
    int opponent = 1 - node->mover;
    for (uint32_t i = 0; i < node->count && node->unfolded; i++) {
        uint32_t edge = node->first + (i + 1) % node->count;
        if (line->graph->nodes[line->graph->edges[edge].to].most[opponent] <=
            line->forced[opponent])
            return edge;
    }
    return UNFOLD_NO_EDGE;
}

static int follow_pair(struct pair_line *line, uint32_t id, struct analysis *analysis)
{
    const struct unfold_graph *graph = line->graph;
    while (!graph->nodes[id].over && line->met[id] == 0 && analysis->pv_count < ANALYSIS_PV_MAX) {
        line->met[id] = (uint32_t)analysis->pv_count + 1;
        uint32_t edge = graph->nodes[id].mover == line->winner
                            ? unfold_ranking_best(&line->ranking, id)
                            : deny(line, id);
        if (edge == UNFOLD_NO_EDGE)
            break;
        if (add_move(analysis, graph->edges[edge].point) < 0)
            return -ENOMEM;
        id = graph->edges[edge].to;
    }
    bool recurs = line->met[id] > 0 && line->met[id] <= analysis->pv_count;
    analysis->pv_complete = graph->nodes[id].over || (recurs && line->winner == NOBODY);
    if (analysis->pv_complete && recurs)
        analysis->cycle_from = (long)line->met[id] - 1;
    if (!analysis->pv_complete)
        analysis->pv_stopped = analysis->pv_count >= ANALYSIS_PV_MAX ? STOP_LENGTH : STOP_UNDECIDED;
    return 0;
}

/* Who forces an end that is at least as good for him as the komi? */
static int winner_at(const int8_t forced[2], int komi_half_points)
{
    if (forced[0] != UNFOLD_NOTHING && 2 * forced[0] >= komi_half_points)
        return 0;
    return forced[1] != UNFOLD_NOTHING && -2 * forced[1] <= komi_half_points ? 1 : NOBODY;
}

static int find_pair_line(const struct unfold_graph *graph, uint32_t root, int komi_half_points,
                          struct analysis *analysis)
{
    struct pair_line line = {
        .graph = graph,
        .forced = graph->nodes[root].least,
        .winner = winner_at(graph->nodes[root].least, komi_half_points),
        .met = calloc(graph->count, sizeof(*line.met)),
    };
    int r = line.met != NULL ? 0 : -ENOMEM;
    if (r == 0 && line.winner != NOBODY)
        r = unfold_ranking_init(&line.ranking, graph, line.winner, line.forced[line.winner]);
    if (r == 0)
        r = follow_pair(&line, root, analysis);
    unfold_ranking_release(&line.ranking);
    free(line.met);
    return r;
}

int unfold_pv(const struct unfold_graph *graph, uint32_t root, int komi_half_points,
              struct analysis *analysis)
{
    const int8_t *forced = graph->nodes[root].least;
    return forced[0] == -forced[1] ? find_end(graph, root, analysis)
                                   : find_pair_line(graph, root, komi_half_points, analysis);
}
