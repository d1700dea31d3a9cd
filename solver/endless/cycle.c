/*
 * Whether there is a cycle is the question for a cycle of positive weight (Bellman and Ford): the
 * weight of an arc is what it adds to the balance, or 1 for a stone, or a pass, where only that is
 * wanted.
 */
#include "endless/cycle.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

int cycle_alloc(struct state_cycle *ret_cycle, size_t length)
{
    struct state_cycle made = {
        .states = malloc(length * sizeof(*made.states)),
        .moves = malloc(length),
        .length = length,
    };
    if (made.states == NULL || made.moves == NULL) {
        cycle_release(&made);
        return -ENOMEM;
    }
    *ret_cycle = made;
    return 0;
}

void cycle_release(struct state_cycle *cycle)
{
    free(cycle->states);
    free(cycle->moves);
    *cycle = (struct state_cycle){0};
}

int cycle_balance(const struct game_graph *graph, const struct state_cycle *cycle)
{
    int balance = 0;
    for (size_t i = 0; i < cycle->length; i++)
        if (cycle->moves[i] == ARC_PASS)
            balance += graph->states[cycle->states[i]].mover == BLACK ? 1 : -1;
    return balance;
}

/* States are numbered by their distance. */
uint32_t cycle_nearest(const struct state_cycle *cycle)
{
    uint32_t least = NO_STATE;
    for (size_t i = 0; i < cycle->length; i++)
        if (cycle->states[i] < least)
            least = cycle->states[i];
    return least;
}

int cycle_rotate(struct state_cycle *cycle)
{
    struct state_cycle turned;
    size_t first = 0;
    int r = cycle_alloc(&turned, cycle->length);
    if (r < 0)
        return r;
    while (cycle->states[first] != cycle_nearest(cycle))
        first++;
    for (size_t i = 0; i < cycle->length; i++) {
        turned.states[i] = cycle->states[(first + i) % cycle->length];
        turned.moves[i] = cycle->moves[(first + i) % cycle->length];
    }
    cycle_release(cycle);
    *cycle = turned;
    return 0;
}

/* Bellman and Ford: the greatest weight known of a walk to each state, and its last arc. */
struct relaxation {
    const struct game_graph *graph;
    const struct cycle_kind *kind;
    int *weight;
    uint32_t *from; /* by state: where its last arc comes from; NO_STATE: none yet */
    uint8_t *by;    /* by state: the move of that arc */
    uint32_t *mark; /* by state: for find_loop() */
};

static int arc_weight(const struct relaxation *relaxation, uint32_t state, const struct arc *arc)
{
    if (relaxation->kind->sign == 0)
        return (arc->point == ARC_PASS) == relaxation->kind->lifts;
    return relaxation->kind->sign * game_graph_balance(relaxation->graph, state, arc);
}

/* Improves every state once; false if there was nothing to improve. */
static bool relax(struct relaxation *relaxation)
{
    const struct game_graph *graph = relaxation->graph;
    bool improved = false;
    for (uint32_t i = 0; i < graph->count; i++) {
        for (uint32_t a = graph->first[i]; a < graph->first[i + 1]; a++) {
            const struct arc *arc = &graph->arcs[a];
            int weight = relaxation->weight[i] + arc_weight(relaxation, i, arc);
            if (weight <= relaxation->weight[arc->to] ||
                !cycle_allows(graph, relaxation->kind, i, arc))
                continue;
            relaxation->weight[arc->to] = weight;
            relaxation->from[arc->to] = i;
            relaxation->by[arc->to] = arc->point;
            improved = true;
        }
    }
    return improved;
}

/* A state on a loop of last arcs, or NO_STATE: every such loop has a positive weight. */
static uint32_t find_loop(struct relaxation *relaxation)
{
    uint32_t count = relaxation->graph->count;
    memset(relaxation->mark, 0, count * sizeof(*relaxation->mark));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at != NO_STATE && relaxation->mark[at] == 0; at = relaxation->from[at])
            relaxation->mark[at] = i + 1;
        if (at != NO_STATE && relaxation->mark[at] == i + 1)
            return at;
    }
    return NO_STATE;
}

static int read_loop(const struct relaxation *relaxation, uint32_t state,
                     struct state_cycle *ret_cycle)
{
    size_t length = 0;
    uint32_t at = state;
    do {
        length++;
        at = relaxation->from[at];
    } while (at != state);
    int r = cycle_alloc(ret_cycle, length);
    for (size_t left = length; r == 0 && left-- > 0; at = relaxation->from[at]) {
        ret_cycle->states[left] = relaxation->from[at];
        ret_cycle->moves[left] = relaxation->by[at];
    }
    return r;
}

/* Rounds until nothing improves, or a loop has closed; it is looked for ever less often. */
static int relax_all(struct relaxation *relaxation, const struct endless_limits *limits,
                     struct state_cycle *ret_cycle)
{
    for (unsigned round = 1; relax(relaxation); round++) {
        if (endless_stopped(limits))
            return -EINTR;
        if (round > 8 && round % 8 != 0)
            continue;
        uint32_t loop = find_loop(relaxation);
        if (loop == NO_STATE)
            continue;
        int r = read_loop(relaxation, loop, ret_cycle);
        return r < 0 ? r : 1;
    }
    return 0;
}

int cycle_find_any(const struct game_graph *graph, const struct cycle_kind *kind,
                   const struct endless_limits *limits, struct state_cycle *ret_cycle)
{
    struct relaxation relaxation = {
        .graph = graph,
        .kind = kind,
        .weight = calloc(graph->count, sizeof(*relaxation.weight)),
        .from = malloc(graph->count * sizeof(*relaxation.from)),
        .by = malloc(graph->count),
        .mark = malloc(graph->count * sizeof(*relaxation.mark)),
    };
    int r = -ENOMEM;
    *ret_cycle = (struct state_cycle){0};
    if (relaxation.weight != NULL && relaxation.from != NULL && relaxation.by != NULL &&
        relaxation.mark != NULL) {
        memset(relaxation.from, 0xff, graph->count * sizeof(*relaxation.from)); /* NO_STATE */
        r = relax_all(&relaxation, limits, ret_cycle);
    }
    FREE_ALL(relaxation.weight, relaxation.from, relaxation.by, relaxation.mark);
    return r;
}
