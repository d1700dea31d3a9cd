/*
 * Queries come first, "does this player force this margin?", with proof numbers to say where the
 * graph is to be unfolded (steer.h). What they leave open rounds decide: in each, the states that
 * can still matter to what is asked for are gone through from it on, breadth first, and those that
 * are not unfolded are. Then it is found anew what players may still force. A state matters if a
 * player may force more there than he is proved to force at the root, and is not proved to force
 * there all that he may at the root.
 *
 * As long as the root is open, such a state is left to unfold. Say a player may force t at the
 * root, more than he is proved to. Take the states where he may force t and is not proved to: from
 * the root his moves, and all of the opponent's, lead through these to one that is not unfolded, or
 * he would be proved to force it or could not.
 */
#include "unfold/value.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/clock.h"

/* States that are unfolded in a round: the share of those there are, and at least. */
#define ROUND_SHARE 4
#define ROUND_LEAST 200
/* The clock is looked at once in so many. */
#define CHECK_NODES 64

bool unfold_stops(struct unfolding *of)
{
    const struct limits *limits = &of->limits;
    if (of->stopped != STOP_NONE)
        return true;
    if (limits->max_nodes != 0 && of->nodes >= limits->max_nodes)
        of->stopped = STOP_NODES;
    else if (unfold_graph_bytes(&of->graph) >= limits->max_bytes)
        of->stopped = STOP_MEMORY;
    else if (of->nodes % CHECK_NODES != 0)
        return false;
    else if (limits->interrupted != NULL && atomic_load(limits->interrupted))
        of->stopped = STOP_INTERRUPT;
    else if (limits->deadline != 0 && clock_now() >= limits->deadline)
        of->stopped = STOP_TIME;
    return of->stopped != STOP_NONE;
}

void unfold_release(struct unfolding *of)
{
    unfold_graph_release(&of->graph);
    steer_release(&of->steering);
    free(of->pending);
    free(of->seen);
    of->pending = NULL;
    of->seen = NULL;
}

static bool is_open(const struct unfold_node *node, int player)
{
    return node->least[player] < node->most[player];
}

static bool matters(const struct unfolding *of, uint32_t root, uint32_t id)
{
    const struct unfold_node *from = &of->graph.nodes[root], *node = &of->graph.nodes[id];
    for (int player = 0; player < 2 && !node->over; player++)
        if (is_open(from, player) && is_open(node, player) &&
            node->most[player] > from->least[player] && node->least[player] < from->most[player])
            return true;
    return false;
}

static int meet(struct unfolding *of, uint32_t root, uint32_t id, size_t *count)
{
    if (array_reserve_zero(&of->seen, of->graph.count, &of->seen_room, 1) < 0 ||
        array_reserve(&of->pending, *count + 1, &of->pending_room, sizeof(*of->pending)) < 0)
        return -ENOMEM;
    if (of->seen[id] || !matters(of, root, id))
        return 0;
    of->seen[id] = 1;
    of->pending[(*count)++] = id;
    return 0;
}

/* Unfolds what matters of the states that there are. */
static int round_from(struct unfolding *of, uint32_t root)
{
    struct unfold_graph *graph = &of->graph;
    size_t quota = graph->count / ROUND_SHARE + ROUND_LEAST, unfolded = 0, count = 0;
    int r = meet(of, root, root, &count);
    for (size_t i = 0; i < count && r == 0 && unfolded < quota; i++) {
        uint32_t id = of->pending[i];
        if (!graph->nodes[id].unfolded) {
            if (unfold_stops(of)) {
                r = -EAGAIN;
                break;
            }
            r = unfold_graph_unfold(graph, id);
            of->nodes++;
            unfolded++;
        }
        const struct unfold_node *node = &graph->nodes[id];
        for (uint32_t e = node->first; e < node->first + node->count && r == 0; e++)
            r = meet(of, root, graph->edges[e].to, &count);
    }
    for (size_t i = 0; i < count; i++)
        of->seen[of->pending[i]] = 0;
    return r;
}

/* --- queries --- */

/* The margin to ask for, of an open player: in the middle of what he may get. */
static int middle(const struct unfolding *of, const struct unfold_node *root, int player)
{
    int points = of->graph.plays.points;
    int least = root->least[player] == UNFOLD_NOTHING ? -points - 1 : root->least[player];
    int most = root->most[player] == UNFOLD_ANYTHING ? points : root->most[player];
    return least + (most - least + 1) / 2;
}

/* Unfolds for a query at root until its player's bounds are nearer to each other, or the numbers
 * say that nothing is left to do. Returns 1 if they are nearer, 0, -EAGAIN or -ENOMEM. */
static int query(struct unfolding *of, uint32_t root, int player)
{
    struct unfold_graph *graph = &of->graph;
    struct unfold_node before = graph->nodes[root];
    size_t bounded = graph->count, unfolded;
    uint32_t id;
    int r = steer_begin(&of->steering, graph, player, middle(of, &before, player));
    while (r >= 0 && (r = steer_next(&of->steering, root, &id)) > 0) {
        if (unfold_stops(of))
            r = -EAGAIN;
        if (r > 0)
            r = unfold_graph_unfold(graph, id);
        of->nodes += r >= 0;
        int steered = r != -ENOMEM ? steer_unfolded(&of->steering) : 0;
        r = steered < 0 ? steered : r;
        unfolded = graph->count;
        if (r >= 0 && unfolded > bounded + bounded / 2 + ROUND_LEAST) {
            r = unfold_graph_bound(graph);
            bounded = unfolded;
        }
        if (r >= 0 && (graph->nodes[root].least[player] > before.least[player] ||
                       graph->nodes[root].most[player] < before.most[player]))
            return 1;
    }
    if (r == 0)
        r = unfold_graph_bound(graph);
    return r < 0 ? r : graph->nodes[root].most[player] < before.most[player];
}

/* A bound of a player's, as a margin. */
static int margin(int bound)
{
    return bound == UNFOLD_NOTHING    ? -MARGIN_INFINITE
           : bound == UNFOLD_ANYTHING ? MARGIN_INFINITE
                                      : bound;
}

static void tell(const struct unfold_node *node, struct bounds *bounds)
{
    *bounds = (struct bounds){margin(node->least[0]), margin(node->most[0]), -margin(node->most[1]),
                              -margin(node->least[1])};
    bounds_order(bounds);
}

int unfold_value(struct unfolding *of, uint32_t id, struct bounds *bounds)
{
    int r = unfold_graph_bound(&of->graph);
    while (r == 0 && (is_open(&of->graph.nodes[id], 0) || is_open(&of->graph.nodes[id], 1))) {
        r = query(of, id, !is_open(&of->graph.nodes[id], 0));
        if (r == 0)
            r = round_from(of, id);
        else if (r > 0)
            r = 0;
        int bounded = r != -ENOMEM ? unfold_graph_bound(&of->graph) : 0;
        r = bounded < 0 ? bounded : r;
    }
    if (r != -ENOMEM)
        tell(&of->graph.nodes[id], bounds);
    return r;
}
