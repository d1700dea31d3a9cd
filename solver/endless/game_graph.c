/* Growing the graph of states from a start, breadth first. */
#include "endless/game_graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 1024

static int grow(void **array, size_t room, size_t size)
{
    if (room > SIZE_MAX / size)
        return -ENOMEM;
    void *grown = realloc(*array, room * size);
    if (grown == NULL)
        return -ENOMEM;
    *array = grown;
    return 0;
}

static void put_slot(struct game_graph *graph, uint32_t state)
{
    size_t at = hash_mix(state_key(graph->states[state])) & graph->slot_mask;
    while (graph->slots[at] != 0)
        at = (at + 1) & graph->slot_mask;
    graph->slots[at] = state + 1;
}

static int grow_states(struct game_graph *graph)
{
    if (graph->room > UINT32_MAX / 8)
        return -ENOMEM;
    uint32_t room = graph->room > 0 ? graph->room * 2 : FIRST_ROOM;
    uint32_t *slots = calloc((size_t)room * 2, sizeof(*slots));
    if (slots == NULL)
        return -ENOMEM;
    free(graph->slots);
    graph->slots = slots;
    graph->slot_mask = (size_t)room * 2 - 1;
    for (uint32_t i = 0; i < graph->count; i++)
        put_slot(graph, i);
    if (grow((void **)&graph->states, room, sizeof(*graph->states)) < 0 ||
        grow((void **)&graph->from, room, sizeof(*graph->from)) < 0 ||
        grow((void **)&graph->by, room, sizeof(*graph->by)) < 0 ||
        grow((void **)&graph->first, (size_t)room + 1, sizeof(*graph->first)) < 0)
        return -ENOMEM;
    graph->room = room;
    return 0;
}

/* The number of a state, new or not. */
static int find_state(struct game_graph *graph, struct state state, uint32_t from, uint8_t by,
                      uint32_t *ret_number)
{
    if (graph->count == graph->room) {
        int r = grow_states(graph);
        if (r < 0)
            return r;
    }
    size_t at = hash_mix(state_key(state)) & graph->slot_mask;
    for (; graph->slots[at] != 0; at = (at + 1) & graph->slot_mask) {
        if (state_key(graph->states[graph->slots[at] - 1]) == state_key(state)) {
            *ret_number = graph->slots[at] - 1;
            return 0;
        }
    }
    *ret_number = graph->count;
    graph->states[graph->count] = state;
    graph->from[graph->count] = from;
    graph->by[graph->count] = by;
    graph->slots[at] = ++graph->count;
    return 0;
}

static int add_arc(struct game_graph *graph, uint32_t from, struct state to, uint8_t point,
                   bool atari)
{
    if (graph->arc_count == graph->arc_room) {
        size_t room = graph->arc_room > 0 ? graph->arc_room * 2 : FIRST_ROOM;
        if (room > UINT32_MAX || grow((void **)&graph->arcs, room, sizeof(*graph->arcs)) < 0)
            return -ENOMEM;
        graph->arc_room = room;
    }
    struct arc arc = {.point = point, .atari = atari};
    int r = find_state(graph, to, from, point, &arc.to);
    if (r == 0)
        graph->arcs[graph->arc_count++] = arc;
    return r;
}

static int add_pass(struct game_graph *graph, uint32_t number, const struct game_graph_rules *rules)
{
    struct state before = graph->states[number];
    struct state after = {.board = before.board, .mover = !before.mover, .passes = before.passes};
    if (before.passes < rules->passes_kept)
        after.passes++;
    else if (rules->pass_ends)
        return 0;
    return add_arc(graph, number, after, ARC_PASS, false);
}

static int add_stones(struct game_graph *graph, uint32_t number,
                      const struct game_graph_rules *rules)
{
    struct state before = graph->states[number];
    int count = positions_moves(graph->positions, before.board, before.mover), r = 0;
    for (int n = 0; n < count && r == 0; n++) {
        struct stone_move play = positions_move(graph->positions, before.board, before.mover, n);
        bool retakes =
            before.ko == play.point + 1 || (before.ko == KO_SELF && play.child == before.board);
        if (rules->changes_only && play.child == before.board)
            continue;
        if (rules->simple_ko && retakes)
            continue;
        struct state after = {
            .board = play.child,
            .mover = !before.mover,
            .ko = rules->simple_ko ? play.ko : 0,
        };
        r = add_arc(graph, number, after, play.point, play.atari);
    }
    return count < 0 ? count : r;
}

static size_t bytes_of(const struct game_graph *graph)
{
    size_t state = sizeof(*graph->states) + sizeof(*graph->from) + sizeof(*graph->by) +
                   sizeof(*graph->first) + 2 * sizeof(*graph->slots);
    return graph->room * state + graph->arc_room * sizeof(*graph->arcs) + graph->positions->bytes;
}

static int check_limits(const struct game_graph *graph, const struct endless_limits *limits)
{
    if (limits->max_bytes > 0 && bytes_of(graph) > limits->max_bytes)
        return -ENOSPC;
    return limits->stop != NULL && limits->stop(limits->arg) ? -EINTR : 0;
}

int game_graph_init(struct game_graph *ret_graph, struct positions *positions, struct state start,
                    const struct game_graph_rules *rules, const struct endless_limits *limits)
{
    uint32_t number;
    *ret_graph = (struct game_graph){.positions = positions};
    int r = find_state(ret_graph, start, NO_STATE, ARC_PASS, &number);
    for (uint32_t i = 0; r == 0 && i < ret_graph->count; i++) {
        ret_graph->first[i] = (uint32_t)ret_graph->arc_count;
        if ((i & 1023) == 0)
            r = check_limits(ret_graph, limits);
        if (r == 0)
            r = add_stones(ret_graph, i, rules);
        if (r == 0)
            r = add_pass(ret_graph, i, rules);
    }
    if (r == 0)
        ret_graph->first[ret_graph->count] = (uint32_t)ret_graph->arc_count;
    return r;
}

void game_graph_release(struct game_graph *graph)
{
    free(graph->states);
    free(graph->from);
    free(graph->by);
    free(graph->first);
    free(graph->arcs);
    free(graph->slots);
}

size_t game_graph_way(const struct game_graph *graph, uint32_t state, struct move *moves)
{
    size_t length = 0;
    for (uint32_t i = state; graph->from[i] != NO_STATE; i = graph->from[i])
        length++;
    for (size_t left = length; moves != NULL && left-- > 0; state = graph->from[state])
        moves[left] = game_graph_move(graph->by[state]);
    return length;
}
