/*
 * Whether there is a lap is the question for a cycle of positive weight (Bellman and Ford): the
 * weight of an arc is what it adds to the balance, or 1 for a stone, or a pass, where only that is
 * wanted.
 *
 * A shortest one is looked for with a growing limit on its length, from every state, breadth first.
 * A lap in Black's favour can be begun with one of his passes so that the balance never falls below
 * 1 afterwards: begin after the last time that the balance is lowest. So the walk starts with that
 * pass and gives up below 1, and comes back to a state only with a greater balance.
 */
#include "endless/cycle.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool stopped(const struct endless_limits *limits)
{
    return limits->stop != NULL && limits->stop(limits->arg);
}

static bool arc_is_allowed(const struct game_graph *graph, const struct cycle_kind *kind,
                           uint32_t state, const struct arc *arc)
{
    return !arc->atari || !kind->no_atari[graph->states[state].mover];
}

static int lap_alloc(struct state_cycle *lap, size_t length)
{
    *lap = (struct state_cycle){malloc(length * sizeof(*lap->states)), malloc(length), length};
    if (lap->states != NULL && lap->plays != NULL)
        return 0;
    cycle_release(lap);
    return -ENOMEM;
}

void cycle_release(struct state_cycle *lap)
{
    free(lap->states);
    free(lap->plays);
    *lap = (struct state_cycle){0};
}

int cycle_balance(const struct game_graph *graph, const struct state_cycle *lap)
{
    int balance = 0;
    for (size_t i = 0; i < lap->length; i++)
        if (lap->plays[i] == ARC_PASS)
            balance += graph->states[lap->states[i]].mover == BLACK ? 1 : -1;
    return balance;
}

/* States are numbered by their distance. */
static uint32_t nearest(const struct state_cycle *lap)
{
    uint32_t least = NO_STATE;
    for (size_t i = 0; i < lap->length; i++)
        if (lap->states[i] < least)
            least = lap->states[i];
    return least;
}

int cycle_rotate(struct state_cycle *lap)
{
    struct state_cycle turned;
    size_t first = 0;
    int r = lap_alloc(&turned, lap->length);
    if (r < 0)
        return r;
    while (lap->states[first] != nearest(lap))
        first++;
    for (size_t i = 0; i < lap->length; i++) {
        turned.states[i] = lap->states[(first + i) % lap->length];
        turned.plays[i] = lap->plays[(first + i) % lap->length];
    }
    cycle_release(lap);
    *lap = turned;
    return 0;
}

/* Bellman and Ford: the greatest weight known of a walk to each state, and its last arc. */
struct relaxation {
    const struct game_graph *graph;
    const struct cycle_kind *kind;
    int *weight;
    uint32_t *from; /* NO_STATE: none yet */
    uint8_t *by;
    uint32_t *mark; /* for find_loop() */
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
                !arc_is_allowed(graph, relaxation->kind, i, arc))
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
                     struct state_cycle *ret_lap)
{
    size_t length = 0;
    uint32_t at = state;
    do {
        length++;
        at = relaxation->from[at];
    } while (at != state);
    int r = lap_alloc(ret_lap, length);
    for (size_t left = length; r == 0 && left-- > 0; at = relaxation->from[at]) {
        ret_lap->states[left] = relaxation->from[at];
        ret_lap->plays[left] = relaxation->by[at];
    }
    return r;
}

/* Rounds until nothing improves, or a loop has closed; it is looked for ever less often. */
static int relax_all(struct relaxation *relaxation, const struct endless_limits *limits,
                     struct state_cycle *ret_lap)
{
    for (unsigned round = 1; relax(relaxation); round++) {
        if (stopped(limits))
            return -EINTR;
        if (round > 8 && round % 8 != 0)
            continue;
        uint32_t loop = find_loop(relaxation);
        if (loop == NO_STATE)
            continue;
        int r = read_loop(relaxation, loop, ret_lap);
        return r < 0 ? r : 1;
    }
    return 0;
}

int cycle_find_any(const struct game_graph *graph, const struct cycle_kind *kind,
                   const struct endless_limits *limits, struct state_cycle *ret_lap)
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
    *ret_lap = (struct state_cycle){0};
    if (relaxation.weight != NULL && relaxation.from != NULL && relaxation.by != NULL &&
        relaxation.mark != NULL) {
        memset(relaxation.from, 0xff, graph->count * sizeof(*relaxation.from)); /* NO_STATE */
        r = relax_all(&relaxation, limits, ret_lap);
    }
    free(relaxation.weight);
    free(relaxation.from);
    free(relaxation.by);
    free(relaxation.mark);
    return r;
}

/* A walk's last step; the walk goes on backwards with before. */
struct step {
    uint32_t state, before;
    int balance; /* in the favour that the kind asks for */
    unsigned depth;
    uint8_t by;
};

/* Walks from one state, breadth first. */
struct walk {
    const struct game_graph *graph;
    const struct cycle_kind *kind;
    struct step *steps;
    size_t count, room;
    uint32_t *seen; /* by state: the number of the walk that came there last, */
    int *best;      /* and the best balance it came with */
    uint32_t number;
    size_t max_length;
    bool refused; /* a closed walk, because it does not lift all bans */
};

static int push_step(struct walk *walk, struct step step)
{
    if (walk->count == walk->room) {
        size_t room = walk->room > 0 ? walk->room * 2 : 1024;
        void *grown = room < UINT32_MAX ? realloc(walk->steps, room * sizeof(step)) : NULL;
        if (grown == NULL)
            return -ENOMEM;
        walk->steps = grown;
        walk->room = room;
    }
    walk->steps[walk->count++] = step;
    return 0;
}

/* Does the arc, taken from the step numbered at, go on with the walk? Sets its new balance. */
static bool goes_on(const struct walk *walk, size_t at, const struct arc *arc, int *ret_balance)
{
    const struct step *step = &walk->steps[at];
    int sign = walk->kind->sign;
    int balance = step->balance + sign * game_graph_balance(walk->graph, step->state, arc);
    *ret_balance = balance;
    if (!arc_is_allowed(walk->graph, walk->kind, step->state, arc))
        return false;
    if (sign == 0)
        return at > 0 || (arc->point == ARC_PASS) == walk->kind->lifts;
    return balance >= 1;
}

static int read_walk(const struct walk *walk, size_t last, uint8_t by, struct state_cycle *ret_lap)
{
    int r = lap_alloc(ret_lap, walk->steps[last].depth + 1);
    if (r < 0)
        return r;
    for (size_t left = ret_lap->length; left-- > 0; last = walk->steps[last].before) {
        ret_lap->states[left] = walk->steps[last].state;
        ret_lap->plays[left] = by;
        by = walk->steps[last].by;
    }
    return 0;
}

/* Does no stone play of the lap bring back a board that stood since the pass before it? The lap
 * begins with a pass. */
static bool lifts_all_bans(const struct game_graph *graph, const struct state_cycle *lap)
{
    for (size_t i = 1; i < lap->length; i++) {
        uint32_t board = graph->states[lap->states[(i + 1) % lap->length]].board;
        bool lifted = lap->plays[i] == ARC_PASS;
        for (size_t k = i; !lifted; k--) {
            if (graph->states[lap->states[k]].board == board)
                return false;
            lifted = lap->plays[k - 1] == ARC_PASS;
        }
    }
    return true;
}

/* Returns 1 with a lap of at most max_length plays from start on, or 0, or -ENOMEM. */
static int walk_from(struct walk *walk, uint32_t start, struct state_cycle *ret_lap)
{
    const struct game_graph *graph = walk->graph;
    walk->count = 0;
    walk->number++;
    int r = push_step(walk, (struct step){.state = start});
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
                r = read_walk(walk, at, arc->point, ret_lap);
                if (r < 0 || !walk->kind->lifts || lifts_all_bans(graph, ret_lap))
                    return r < 0 ? r : 1;
                cycle_release(ret_lap);
                walk->refused = true;
                continue;
            }
            if (walk->seen[arc->to] == walk->number && walk->best[arc->to] >= balance)
                continue;
            walk->seen[arc->to] = walk->number;
            walk->best[arc->to] = balance;
            r = push_step(walk, (struct step){arc->to, (uint32_t)at, balance,
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

/* Walks from every state; keeps the nearest lap found. */
static int walk_from_all(struct walk *walk, const struct endless_limits *limits,
                         struct state_cycle *lap)
{
    bool symmetric = is_symmetric(walk->graph);
    for (uint32_t i = 0; i < walk->graph->count; i++) {
        struct state_cycle found = {0};
        if ((i & 15) == 0 && stopped(limits))
            return -EINTR;
        if (symmetric && !is_leader(walk->graph, i))
            continue;
        int r = walk_from(walk, i, &found);
        if (r < 0)
            return r;
        if (r == 0 || (lap->length > 0 && nearest(lap) <= nearest(&found))) {
            cycle_release(&found);
            continue;
        }
        cycle_release(lap);
        *lap = found;
    }
    return 0;
}

int cycle_find_shortest(const struct game_graph *graph, const struct cycle_kind *kinds,
                        size_t count, size_t max_length, const struct endless_limits *limits,
                        struct state_cycle *ret_lap)
{
    struct walk walk = {
        .graph = graph,
        .seen = calloc(graph->count, sizeof(*walk.seen)),
        .best = malloc(graph->count * sizeof(*walk.best)),
    };
    struct state_cycle lap = {0};
    int r = walk.seen == NULL || walk.best == NULL ? -ENOMEM : 0;
    /* The players take turns: a lap has an even number of plays. */
    bool refused = false;
    for (size_t length = 2; r == 0 && lap.length == 0 && length <= max_length; length += 2) {
        walk.max_length = length;
        refused = walk.refused;
        for (size_t k = 0; k < count && r == 0; k++) {
            walk.kind = &kinds[k];
            r = walk_from_all(&walk, limits, &lap);
        }
    }
    free(walk.seen);
    free(walk.best);
    free(walk.steps);
    if (r == 0 && lap.length == 0)
        r = -ENOENT;
    if (r == 0 && !walk.kind->lifts)
        r = cycle_rotate(&lap);
    if (r < 0) {
        cycle_release(&lap);
        return r;
    }
    *ret_lap = lap;
    return refused;
}
