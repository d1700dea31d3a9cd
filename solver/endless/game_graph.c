/* Growing the graph of states from a start, breadth first. */
#include "endless/game_graph.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/free_all.h"
#include "base/hash.h"

#define FIRST_ROOM 1024

static uint64_t hash_state(struct state state)
{
    return hash_mix(state_key(state));
}

static uint64_t hash_numbered(const void *arg, uint32_t state)
{
    const struct game_graph *graph = arg;
    return hash_state(graph->states[state]);
}

/* Makes room in one of the arrays by state, of which had elements fit. */
static int grow(void *array, size_t wanted, size_t had, size_t size)
{
    return array_reserve(array, wanted, &had, size);
}

static int grow_states(struct game_graph *graph)
{
    if (graph->room > UINT32_MAX / 8)
        return -ENOMEM;
    uint32_t had = graph->room, room = had > 0 ? had * 2 : FIRST_ROOM;
    if (grow(&graph->states, room, had, sizeof(*graph->states)) < 0 ||
        grow(&graph->from, room, had, sizeof(*graph->from)) < 0 ||
        grow(&graph->by, room, had, sizeof(*graph->by)) < 0 ||
        grow(&graph->first, room, had, sizeof(*graph->first)) < 0 ||
        hashset_reserve(&graph->index, graph->count, room - graph->count - 1, hash_numbered,
                        graph) < 0)
        return -ENOMEM;
    graph->room = room;
    return 0;
}

/* Sets *ret_number to the number of a state, new or not. Returns 0 or -ENOMEM. */
static int find_state(struct game_graph *graph, struct state state, uint32_t from, uint8_t by,
                      uint32_t *ret_number)
{
    size_t at;
    /* There is one more offset into the arcs than there are states. */
    int r = graph->count + 1 >= graph->room ? grow_states(graph) : 0;
    if (r < 0)
        return r;
    uint32_t number = hashset_first(&graph->index, hash_state(state), &at);
    while (number != HASHSET_NONE && state_key(graph->states[number]) != state_key(state))
        number = hashset_next(&graph->index, &at);
    if (number == HASHSET_NONE) {
        number = graph->count++;
        graph->states[number] = state;
        graph->from[number] = from;
        graph->by[number] = by;
        hashset_put(&graph->index, at, number);
    }
    *ret_number = number;
    return 0;
}

static int add_arc(struct game_graph *graph, uint32_t from, struct state to, uint8_t point,
                   bool atari)
{
    struct arc arc = {.point = point, .atari = atari};
    size_t wanted = graph->arc_room == 0 ? FIRST_ROOM : graph->arc_count + 1;
    if (wanted > UINT32_MAX ||
        array_reserve(&graph->arcs, wanted, &graph->arc_room, sizeof(*graph->arcs)) < 0)
        return -ENOMEM;
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
        struct stone_move move = positions_move(graph->positions, before.board, before.mover, n);
        bool retakes =
            before.ko == move.point + 1 || (before.ko == KO_SELF && move.child == before.board);
        if (rules->changes_only && move.child == before.board)
            continue;
        if (rules->simple_ko && retakes)
            continue;
        struct state after = {
            .board = move.child,
            .mover = !before.mover,
            .ko = rules->simple_ko ? move.ko : 0,
        };
        r = add_arc(graph, number, after, move.point, move.atari);
    }
    return count < 0 ? count : r;
}

static size_t bytes_of(const struct game_graph *graph)
{
    size_t state =
        sizeof(*graph->states) + sizeof(*graph->from) + sizeof(*graph->by) + sizeof(*graph->first);
    return hashset_bytes(&graph->index) + graph->room * state +
           graph->arc_room * sizeof(*graph->arcs) + graph->positions->bytes;
}

static int check_limits(const struct game_graph *graph, const struct endless_limits *limits)
{
    if (limits->max_bytes > 0 && bytes_of(graph) > limits->max_bytes)
        return -ENOSPC;
    return endless_stopped(limits) ? -EINTR : 0;
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
    FREE_ALL(graph->states, graph->from, graph->by, graph->first, graph->arcs);
    hashset_release(&graph->index);
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
