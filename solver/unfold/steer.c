/* Proof numbers on a graph that has cycles. */
#include "unfold/steer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define INFINITE 1000000000u

/* Steps of paths between two looks at whether to stop. */
#define STEPS_A_LOOK 16384

static bool is_decided(const struct steering *steering, uint32_t id)
{
    return steering->proof[id] == 0 || steering->disproof[id] == 0;
}

static void set(struct steering *steering, uint32_t id, uint32_t proof, uint32_t disproof)
{
    steering->proof[id] = proof;
    steering->disproof[id] = disproof;
}

static uint32_t sum(uint32_t a, uint32_t b)
{
    return a + b < INFINITE ? a + b : INFINITE;
}

/* Finds the numbers of a state from its moves and what is known of it. */
static void update(struct steering *steering, uint32_t id)
{
    const struct unfold_graph *graph = steering->graph;
    const struct unfold_node *node = &graph->nodes[id];
    bool own = node->mover == steering->attacker;
    uint32_t least = INFINITE, all = 0;
    if (node->least[steering->attacker] >= steering->margin) {
        set(steering, id, 0, INFINITE);
        return;
    }
    if (node->most[steering->attacker] < steering->margin) {
        set(steering, id, INFINITE, 0);
        return;
    }
    if (!node->unfolded) {
        int more = steering->margin - (steering->attacker == 0 ? node->margin : -node->margin);
        set(steering, id, more > 0 ? 1 + (uint32_t)more : 1, more > 0 ? 1 : 2 - (uint32_t)more);
        return;
    }
    for (uint32_t e = node->first; e < node->first + node->count; e++) {
        uint32_t to = graph->edges[e].to;
        uint32_t one = own ? steering->proof[to] : steering->disproof[to];
        least = one < least ? one : least;
        all = sum(all, own ? steering->disproof[to] : steering->proof[to]);
    }
    set(steering, id, own ? least : all, own ? all : least);
}

/* Gives numbers to the states that have none. */
static int number_new(struct steering *steering)
{
    size_t count = steering->graph->count, before = steering->count;
    if (array_reserve(&steering->proof, count, &steering->proof_room, sizeof(uint32_t)) < 0 ||
        array_reserve(&steering->disproof, count, &steering->disproof_room, sizeof(uint32_t)) < 0 ||
        array_reserve_zero(&steering->on_path, count, &steering->on_path_room, 1) < 0)
        return -ENOMEM;
    steering->count = count;
    for (size_t i = before; i < count; i++)
        set(steering, (uint32_t)i, 1, 1);
    for (size_t i = count; i-- > before;)
        update(steering, (uint32_t)i);
    return 0;
}

int steer_begin(struct steering *steering, const struct unfold_graph *graph, int attacker,
                int margin)
{
    steering->graph = graph;
    steering->attacker = attacker;
    steering->margin = margin;
    steering->count = 0;
    return number_new(steering);
}

void steer_release(struct steering *steering)
{
    free(steering->proof);
    free(steering->disproof);
    free(steering->path);
    free(steering->on_path);
    memset(steering, 0, sizeof(*steering));
}

size_t steer_bytes(const struct steering *steering)
{
    return (steering->proof_room + steering->disproof_room + steering->path_room) *
               sizeof(uint32_t) +
           steering->on_path_room;
}

/* The move to go on with, of those that lead to open states off the path: with the least number of
 * the player who moves. UNFOLD_NO_EDGE: none. */
static uint32_t choose(const struct steering *steering, uint32_t id)
{
    const struct unfold_graph *graph = steering->graph;
    const struct unfold_node *node = &graph->nodes[id];
    const uint32_t *numbers =
        node->mover == steering->attacker ? steering->proof : steering->disproof;
    uint32_t best = UNFOLD_NO_EDGE;
    for (uint32_t e = node->first; e < node->first + node->count; e++) {
        uint32_t to = graph->edges[e].to;
        if (!is_decided(steering, to) && !steering->on_path[to] &&
            (best == UNFOLD_NO_EDGE || numbers[to] < numbers[graph->edges[best].to]))
            best = e;
    }
    return best;
}

static int step(struct steering *steering, uint32_t id)
{
    if (array_reserve(&steering->path, steering->path_count + 1, &steering->path_room,
                      sizeof(*steering->path)) < 0)
        return -ENOMEM;
    steering->path[steering->path_count++] = id;
    steering->on_path[id] = 1;
    return 0;
}

/* Goes back to the root, with new numbers for what is left behind. */
static void go_back(struct steering *steering)
{
    while (steering->path_count > 0) {
        uint32_t id = steering->path[--steering->path_count];
        steering->on_path[id] = 0;
        update(steering, id);
    }
}

/* Leaves a state from which all that is open leads back to the path: nothing is forced by that. */
static void give_up(struct steering *steering)
{
    uint32_t id = steering->path[--steering->path_count];
    steering->on_path[id] = 0;
    go_back(steering);
    set(steering, id, INFINITE, 0);
}

/* Goes from root on, to a state that is not unfolded or from which nothing leads on: its edge is
 * UNFOLD_NO_EDGE then. Returns 0 or -ENOMEM. */
static int go_down(struct steering *steering, uint32_t root, uint32_t *ret_id, uint32_t *ret_edge)
{
    const struct unfold_graph *graph = steering->graph;
    uint32_t id = root, edge = 0;
    int r = step(steering, id);
    while (graph->nodes[id].unfolded && r == 0) {
        edge = choose(steering, id);
        if (edge == UNFOLD_NO_EDGE)
            break;
        id = graph->edges[edge].to;
        r = step(steering, id);
    }
    *ret_id = id;
    *ret_edge = edge;
    return r;
}

int steer_next(struct steering *steering, uint32_t root, uint32_t *ret_id)
{
    size_t steps = 0;
    while (!is_decided(steering, root)) {
        uint32_t edge;
        if (go_down(steering, root, ret_id, &edge) < 0)
            return -ENOMEM;
        if (edge != UNFOLD_NO_EDGE)
            return 1;
        steps += steering->path_count;
        update(steering, *ret_id);
        if (is_decided(steering, *ret_id))
            go_back(steering);
        else
            give_up(steering);
        if (steps >= STEPS_A_LOOK && steering->graph->stop(steering->graph->stop_arg))
            return -EAGAIN;
        steps %= STEPS_A_LOOK;
    }
    return 0;
}

int steer_unfolded(struct steering *steering)
{
    if (number_new(steering) < 0)
        return -ENOMEM;
    go_back(steering);
    return 0;
}
