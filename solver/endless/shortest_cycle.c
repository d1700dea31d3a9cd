/*
 * A shortest cycle is looked for with a growing limit on its length, from every state, breadth
 * first. A cycle in Black's favour can be begun with one of his passes so that the balance never
 * falls below 1 afterwards: begin after the last time that the balance is lowest. So the walk
 * starts with that pass and gives up below 1, and comes back to a state only with a greater
 * balance.
 */
#include "endless/cycle.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

/* A walk's last step; the walk goes on backwards with before. */
struct walk_step {
    uint32_t state;
    uint32_t before; /* the number of the step before it */
    int balance;     /* in the favour that the kind asks for */
    unsigned depth;  /* steps before it */
    uint8_t by;      /* the move that led here: a point or ARC_PASS */
};

/* Walks from one state, breadth first. */
struct cycle_walk {
    const struct game_graph *graph;
    const struct cycle_kind *kind;
    struct walk_step *steps;
    size_t count, room;
    uint32_t *seen;    /* by state: the number of the walk that came there last */
    int *best;         /* by state: the best balance that this walk came with */
    uint32_t number;   /* of this walk */
    size_t max_length; /* of the cycle */
    bool refused;      /* a closed walk was refused, as it does not lift all bans */
};

static int push_step(struct cycle_walk *walk, struct walk_step step)
{
    if (walk->count >= UINT32_MAX / 2) /* steps have 32-bit numbers */
        return -ENOMEM;
    int r = array_reserve(&walk->steps, walk->count + 1, &walk->room, sizeof(step));
    if (r < 0)
        return r;
    walk->steps[walk->count++] = step;
    return 0;
}

/* Does the arc, taken from the step numbered at, go on with the walk? Sets its new balance. */
static bool goes_on(const struct cycle_walk *walk, size_t at, const struct arc *arc,
                    int *ret_balance)
{
    const struct walk_step *step = &walk->steps[at];
    int sign = walk->kind->sign;
    int balance = step->balance + sign * game_graph_balance(walk->graph, step->state, arc);
    *ret_balance = balance;
    if (!cycle_allows(walk->graph, walk->kind, step->state, arc))
        return false;
    if (sign == 0)
        return at > 0 || (arc->point == ARC_PASS) == walk->kind->lifts;
    return balance >= 1;
}

static int read_walk(const struct cycle_walk *walk, size_t last, uint8_t by,
                     struct state_cycle *ret_cycle)
{
    int r = cycle_alloc(ret_cycle, walk->steps[last].depth + 1);
    if (r < 0)
        return r;
    for (size_t left = ret_cycle->length; left-- > 0; last = walk->steps[last].before) {
        ret_cycle->states[left] = walk->steps[last].state;
        ret_cycle->moves[left] = by;
        by = walk->steps[last].by;
    }
    return 0;
}

/* Does no stone of the cycle bring back a board that stood since the pass before it? The cycle
 * begins with a pass. */
static bool lifts_all_bans(const struct game_graph *graph, const struct state_cycle *cycle)
{
    for (size_t i = 1; i < cycle->length; i++) {
        uint32_t board = graph->states[cycle->states[(i + 1) % cycle->length]].board;
        bool lifted = cycle->moves[i] == ARC_PASS;
        for (size_t k = i; !lifted; k--) {
            if (graph->states[cycle->states[k]].board == board)
                return false;
            lifted = cycle->moves[k - 1] == ARC_PASS;
        }
    }
    return true;
}

/* Returns 1 with a cycle of at most max_length moves from start on, or 0, or -ENOMEM. */
static int walk_from(struct cycle_walk *walk, uint32_t start, struct state_cycle *ret_cycle)
{
    const struct game_graph *graph = walk->graph;
    walk->count = 0;
    walk->number++;
    int r = push_step(walk, (struct walk_step){.state = start});
    for (size_t at = 0; at < walk->count && r == 0; at++) {
        uint32_t state = walk->steps[at].state;
        if (walk->steps[at].depth >= walk->max_length)
            break;
        for (uint32_t a = graph->first[state]; a < graph->first[state + 1] && r == 0; a++) {
            const struct arc *arc = &graph->arcs[a];
            int balance;
            if (!goes_on(walk, at, arc, &balance))
                continue;
            if (arc->to == start) {
                r = read_walk(walk, at, arc->point, ret_cycle);
                if (r < 0 || !walk->kind->lifts || lifts_all_bans(graph, ret_cycle))
                    return r < 0 ? r : 1;
                cycle_release(ret_cycle);
                walk->refused = true;
                continue;
            }
            if (walk->seen[arc->to] == walk->number && walk->best[arc->to] >= balance)
                continue;
            walk->seen[arc->to] = walk->number;
            walk->best[arc->to] = balance;
            r = push_step(walk, (struct walk_step){arc->to, (uint32_t)at, balance,
                                                   walk->steps[at].depth + 1, arc->point});
        }
    }
    return r;
}

/* Do all symmetries leave the graph as it is, since they leave its start as it is? */
static bool is_symmetric(const struct game_graph *graph)
{
    const struct positions *positions = graph->positions;
    struct state start = graph->states[0];
    for (int g = 2; g < positions->group.size; g += 2)
        if (state_key(state_map(positions, g, start)) != state_key(start))
            return false;
    return true;
}

/* Of the states that symmetries make of each other one is enough to walk from. */
static bool is_leader(const struct game_graph *graph, uint32_t number)
{
    struct state state = graph->states[number];
    for (int g = 2; g < graph->positions->group.size; g += 2)
        if (state_key(state_map(graph->positions, g, state)) < state_key(state))
            return false;
    return true;
}

/* Walks from every state; the nearest cycle that is found stays. */
static int walk_from_all(struct cycle_walk *walk, const struct endless_limits *limits,
                         struct state_cycle *cycle)
{
    bool symmetric = is_symmetric(walk->graph);
    for (uint32_t i = 0; i < walk->graph->count; i++) {
        struct state_cycle found = {0};
        if ((i & 15) == 0 && endless_stopped(limits))
            return -EINTR;
        if (symmetric && !is_leader(walk->graph, i))
            continue;
        int r = walk_from(walk, i, &found);
        if (r < 0)
            return r;
        if (r == 0 || (cycle->length > 0 && cycle_nearest(cycle) <= cycle_nearest(&found))) {
            cycle_release(&found);
            continue;
        }
        cycle_release(cycle);
        *cycle = found;
    }
    return 0;
}

int cycle_find_shortest(const struct game_graph *graph, const struct cycle_kind *kinds,
                        size_t count, size_t max_length, const struct endless_limits *limits,
                        struct state_cycle *ret_cycle)
{
    struct cycle_walk walk = {
        .graph = graph,
        .seen = calloc(graph->count, sizeof(*walk.seen)),
        .best = malloc(graph->count * sizeof(*walk.best)),
    };
    struct state_cycle cycle = {0};
    int r = walk.seen == NULL || walk.best == NULL ? -ENOMEM : 0;
    /* The players take turns: a cycle has an even number of moves. */
    bool refused = false;
    for (size_t length = 2; r == 0 && cycle.length == 0 && length <= max_length; length += 2) {
        walk.max_length = length;
        refused = walk.refused;
        for (size_t k = 0; k < count && r == 0; k++) {
            walk.kind = &kinds[k];
            r = walk_from_all(&walk, limits, &cycle);
        }
    }
    free(walk.seen);
    free(walk.best);
    free(walk.steps);
    if (r == 0 && cycle.length == 0)
        r = -ENOENT;
    if (r == 0 && !walk.kind->lifts)
        r = cycle_rotate(&cycle);
    if (r < 0) {
        cycle_release(&cycle);
        return r;
    }
    *ret_cycle = cycle;
    return refused;
}
