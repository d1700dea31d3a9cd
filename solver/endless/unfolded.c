/*
 * A cycle of states is endless play: a state tells all of the past that can matter, so what was
 * legal from it once is legal again. Where play is endless a state comes back, since there are
 * finitely many. So it is enough to look for cycles: in more and more of the states, those first
 * that are reached by few moves.
 */
#include "endless/unfolded.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/game.h"
#include "unfold/graph.h"

/* States are looked through when there are so many, and then each time they are twice as many; with
 * more than the last nothing is decided. */
#define STATES_FIRST 64
#define STATES_LAST 2000000

enum { NOT_MET, ON_PATH, LEFT };

/* A walk through the states, depth first. */
struct state_walk {
    const struct unfold_graph *graph;
    uint8_t *met;    /* by state */
    uint32_t *edges; /* of the path, from the root on; the last one is to be looked at */
    size_t count;
    uint32_t back; /* the state that came back */
};

static bool stops(void *arg)
{
    const struct endless_run *run = arg;
    return endless_stopped(run->limits);
}

/* Goes one edge on, or back. Returns true if a state came back, by the last edge of the path. */
static bool advance(struct state_walk *walk)
{
    const struct unfold_graph *graph = walk->graph;
    uint32_t edge = walk->edges[walk->count - 1];
    const struct unfold_node *from = &graph->nodes[graph->edges[edge].from];
    uint32_t to = graph->edges[edge].to;
    if (walk->met[to] == ON_PATH) {
        walk->back = to;
        return true;
    }
    if (walk->met[to] == NOT_MET && graph->nodes[to].unfolded) {
        walk->met[to] = ON_PATH;
        walk->edges[walk->count++] = graph->nodes[to].first;
        return false;
    }
    while (edge + 1 == from->first + from->count) {
        walk->met[graph->edges[edge].from] = LEFT;
        if (--walk->count == 0)
            return false;
        edge = walk->edges[walk->count - 1];
        from = &graph->nodes[graph->edges[edge].from];
    }
    walk->edges[walk->count - 1] = edge + 1;
    return false;
}

/* Puts the path into the result. */
static int take_path(struct endless_run *run, const struct state_walk *walk)
{
    struct endless *result = &run->result;
    result->moves = calloc(walk->count, sizeof(*result->moves));
    if (result->moves == NULL)
        return -ENOMEM;
    result->way = walk->count;
    for (size_t i = 0; i < walk->count; i++) {
        const struct unfold_edge *edge = &walk->graph->edges[walk->edges[i]];
        bool pass = edge->point < 0;
        if (edge->from == walk->back)
            result->way = i;
        result->moves[i] = pass ? move_pass(MOVE_PASS) : move_stone(edge->point);
        if (pass && i >= result->way)
            result->balance += walk->graph->nodes[edge->from].mover == 0 ? 1 : -1;
    }
    result->cycle = walk->count - result->way;
    return 1;
}

/* Looks for a cycle in what is unfolded; the root, state 0, is. Returns 1, 0 or -ENOMEM. */
static int look(struct endless_run *run, const struct unfold_graph *graph)
{
    struct state_walk walk = {
        .graph = graph,
        .met = calloc(graph->count, 1),
        .edges = malloc(graph->count * sizeof(*walk.edges)),
    };
    int r = walk.met == NULL || walk.edges == NULL ? -ENOMEM : 0;
    if (r == 0) {
        walk.met[0] = ON_PATH;
        walk.edges[walk.count++] = graph->nodes[0].first;
    }
    while (r == 0 && walk.count > 0)
        if (advance(&walk))
            r = take_path(run, &walk);
    free(walk.met);
    free(walk.edges);
    return r;
}

static int unfold_all(struct endless_run *run, struct unfold_graph *graph)
{
    size_t looked = STATES_FIRST;
    int r = 0;
    for (uint32_t id = 0; id < graph->count && r == 0; id++) {
        if (endless_stopped(run->limits))
            r = -EINTR;
        else if (run->limits->max_bytes != 0 && unfold_graph_bytes(graph) > run->limits->max_bytes)
            r = -ENOSPC;
        else if (!graph->nodes[id].over)
            r = unfold_graph_unfold(graph, id);
        if (r == 0 && graph->count > looked) {
            looked *= 2;
            r = look(run, graph);
        }
        if (r == 0 && graph->count > STATES_LAST)
            r = -ENOENT;
    }
    run->result.states = graph->count;
    return r == 0 ? look(run, graph) : r;
}

/* Plays the way, and the cycle twice, by the executable rules. */
static int replay(const struct endless_run *run, struct game *game)
{
    const struct endless *result = &run->result;
    for (size_t i = 0; i < result->way + 2 * result->cycle; i++) {
        struct verdict verdict;
        size_t at = i < result->way + result->cycle ? i : i - result->cycle;
        if (game_play(game, result->moves[at], &verdict) < 0)
            return -ENOMEM;
        if (!verdict.legal || game_over(game))
            return -EPROTO;
    }
    return 1;
}

int unfolded_find(struct endless_run *run)
{
    struct game game;
    struct unfold_graph graph = {0};
    uint32_t root;
    if (run->board->points > UNFOLD_POINTS_MAX)
        return -ERANGE;
    int r = game_init(&game, run->board, run->rules, run->position, run->to_move);
    if (r < 0)
        return r;
    r = unfold_graph_init(&graph, &game, run->limits->max_bytes, stops, run);
    if (r == 0)
        r = unfold_graph_root(&graph, &game, &root);
    if (r == 0)
        r = unfold_all(run, &graph);
    if (r == 1)
        r = replay(run, &game);
    unfold_graph_release(&graph);
    game_release(&game);
    return r == -EAGAIN ? -EINTR : r;
}
