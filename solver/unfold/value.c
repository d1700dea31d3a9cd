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
#include "rules/game.h"

/* States that are unfolded in a round: the share of those there are, and at least. */
#define ROUND_SHARE 4
#define ROUND_LEAST 200
/* Of the time that it took to find bounds: so much is left for the last time. */
#define LEFT_FOR_BOUNDS 1.5
/* Of a state when a line of best play is looked for at the end (pv.c). */
#define PV_BYTES (2 * (2 * sizeof(uint32_t) + 1))

static size_t bytes_of(const struct unfolding *of)
{
    return unfold_graph_bytes(&of->graph) + steer_bytes(&of->steering) +
           of->pending_room * sizeof(*of->pending) + of->seen_room + of->graph.count * PV_BYTES;
}

/* Looks at the interrupt and the clock, as if it were so many seconds later. */
static bool is_late(struct unfolding *of, double ahead)
{
    const struct limits *limits = &of->limits;
    if (limits->interrupted != NULL && atomic_load(limits->interrupted))
        of->stopped = STOP_INTERRUPT;
    else if (limits->deadline != 0 && clock_now() + ahead >= limits->deadline)
        of->stopped = STOP_TIME;
    else
        return false;
    return true;
}

bool unfold_is_urgent(void *unfolding)
{
    struct unfolding *of = unfolding;
    enum stop_reason before = of->stopped;
    bool late = is_late(of, 0);
    if (before != STOP_NONE)
        of->stopped = before;
    return late;
}

bool unfold_stops(struct unfolding *of)
{
    const struct limits *limits = &of->limits;
    if (of->stopped != STOP_NONE)
        return true;
    if (limits->max_nodes != 0 && of->nodes >= limits->max_nodes)
        of->stopped = STOP_NODES;
    else if (bytes_of(of) >= limits->max_bytes)
        of->stopped = STOP_MEMORY;
    else
        is_late(of, LEFT_FOR_BOUNDS * of->bounding);
    return of->stopped != STOP_NONE;
}

/* unfold_graph_bound(), and how long that takes. */
static int find_most(struct unfolding *of)
{
    double began = clock_now();
    int r = unfold_graph_bound(&of->graph);
    of->bounding = clock_now() - began;
    return r;
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
static int query(struct unfolding *of, uint32_t root, int player, int margin)
{
    struct unfold_graph *graph = &of->graph;
    struct unfold_node before = graph->nodes[root];
    size_t bounded = graph->count, unfolded;
    uint32_t id;
    int r = steer_begin(&of->steering, graph, player, margin);
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
            r = find_most(of);
            bounded = unfolded;
        }
        if (r >= 0 && (graph->nodes[root].least[player] > before.least[player] ||
                       graph->nodes[root].most[player] < before.most[player]))
            return 1;
    }
    if (r == 0)
        r = find_most(of);
    return r < 0 ? r : graph->nodes[root].most[player] < before.most[player];
}

/* A bound of a player's, as a margin. */
static int margin(int bound)
{
    return bound == UNFOLD_NOTHING    ? -MARGIN_INFINITE
           : bound == UNFOLD_ANYTHING ? MARGIN_INFINITE
                                      : bound;
}

struct bounds unfold_bounds_of_board(const struct game *game)
{
    int points = game->graph->points;
    /* Who only passes loses no more than the board if the opponent's stones stay (graph.h). */
    int least = ruleset_suicide(&game->rules) == SUICIDE_NO ? -points : -MARGIN_INFINITE;
    return (struct bounds){least, points, -points, -least};
}

struct bounds unfold_bounds(const struct unfolding *of, uint32_t id)
{
    const struct unfold_node *node = &of->graph.nodes[id];
    struct bounds bounds = {margin(node->least[0]), margin(node->most[0]), -margin(node->most[1]),
                            -margin(node->least[1])};
    bounds_order(&bounds);
    return bounds;
}

/* Asks what is to be known next of a state. Returns 1: that is known, 0: it was asked, -EAGAIN or
 * -ENOMEM. */
static int ask(struct unfolding *of, uint32_t id, const struct bounds_claim *asked)
{
    const struct unfold_node *node = &of->graph.nodes[id];
    int player = !is_open(node, 0), margin = middle(of, node, player);
    if (!is_open(node, 0) && !is_open(node, 1))
        return 1;
    if (asked != NULL) {
        struct bounds bounds = unfold_bounds(of, id);
        if (bounds_answer(&bounds, asked) != BOUNDS_OPEN)
            return 1;
        player = asked->of_white;
        margin = asked->of_white ? -asked->margin : asked->margin;
    }
    int r = query(of, id, player, margin);
    return r == 0 ? round_from(of, id) : r < 0 ? r : 0;
}

int unfold_value(struct unfolding *of, uint32_t id, const struct bounds_claim *asked)
{
    int r = find_most(of);
    while (r == 0 && (r = ask(of, id, asked)) == 0)
        r = find_most(of);
    if (r >= 0)
        return 0;
    if (of->stopped == STOP_NONE)
        of->stopped = STOP_MEMORY; /* the machine has no more */
    /* What was unfolded until then narrows bounds, too. If that fails they stay. */
    find_most(of);
    return -EAGAIN;
}
