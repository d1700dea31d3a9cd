/* The states of a strategy graph, and finding them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/large_pages.h"
#include "strategy/strategy_graph.h"

static uint32_t check_of(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

/* A state's slot, or the free one for it. Most other states are told by their checks alone. */
static size_t slot_of(const struct strategy_graph *graph, const struct entry_key *key,
                      uint64_t hash)
{
    size_t slot = hash & graph->slot_mask;
    for (; graph->slots[slot].state != 0; slot = (slot + 1) & graph->slot_mask) {
        if (graph->slots[slot].check != check_of(hash))
            continue;
        struct entry_key there = strategy_graph_key(&graph->states[graph->slots[slot].state - 1]);
        if (entry_key_equal(&there, key))
            break;
    }
    return slot;
}

static void put(struct strategy_graph *graph, const struct entry_key *key, size_t state)
{
    uint64_t hash = entry_key_hash(key);
    graph->slots[slot_of(graph, key, hash)] =
        (struct graph_slot){(uint32_t)state + 1, check_of(hash)};
}

long strategy_graph_find(const struct strategy_graph *graph, const struct entry_key *key)
{
    return (long)graph->slots[slot_of(graph, key, entry_key_hash(key))].state - 1;
}

void strategy_graph_prefetch(const struct strategy_graph *graph,
                             const struct prover_successor *successors, int count)
{
    for (int i = 0; i < count; i++)
        __builtin_prefetch(&graph->slots[entry_key_hash(&successors[i].key) & graph->slot_mask]);
    for (int i = 0; i < count; i++) {
        uint32_t there = graph->slots[entry_key_hash(&successors[i].key) & graph->slot_mask].state;
        __builtin_prefetch(&graph->states[there != 0 ? there - 1 : 0]);
    }
}

static int grow_slots(struct strategy_graph *graph)
{
    size_t count = graph->slots == NULL ? 4096 : 2 * (graph->slot_mask + 1);
    if (graph->slots != NULL && 2 * graph->count < graph->slot_mask)
        return 0;
    free(graph->slots);
    graph->slots = calloc(count, sizeof(*graph->slots));
    large_pages_advise(graph->slots, count * sizeof(*graph->slots));
    graph->slot_mask = count - 1;
    if (graph->slots == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < graph->count; i++) {
        struct entry_key key = strategy_graph_key(&graph->states[i]);
        put(graph, &key, i);
    }
    return 0;
}

int strategy_graph_reserve(void *array, size_t wanted, size_t *room, size_t size)
{
    size_t before = *room;
    int r = array_reserve(array, wanted, room, size);
    void *elements;
    memcpy(&elements, array, sizeof(elements));
    if (*room > before)
        large_pages_advise(elements, *room * size);
    return r;
}

long strategy_graph_enter(struct strategy_graph *graph, const struct entry_key *key)
{
    long found = graph->slots != NULL ? strategy_graph_find(graph, key) : -1;
    if (found >= 0)
        return found;
    if (graph->count == GRAPH_LINK_STONE - 1 ||
        strategy_graph_reserve(&graph->states, graph->count + 1, &graph->room,
                               sizeof(*graph->states)) < 0 ||
        array_reserve(&graph->reached, graph->count / 64 + 1, &graph->reached_room,
                      sizeof(*graph->reached)) < 0 ||
        grow_slots(graph) < 0)
        return -ENOMEM;
    strategy_graph_set_reached(graph, graph->count, false);
    put(graph, key, graph->count);
    graph->states[graph->count] = (struct graph_state){.own = key->own,
                                                       .other = key->other,
                                                       .first_link = GRAPH_OPEN,
                                                       .ko = key->ko,
                                                       .own_move = key->own_move};
    return (long)graph->count++;
}
