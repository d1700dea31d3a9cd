/* The states and boards of a strategy, by number. */
#include "certificate/check/strategy/states.h"

#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"
#include "base/large_pages.h"
#include "certificate/budget.h"

void strategy_states_init(struct strategy_states *ret_states, const struct strategy_board *board,
                          int attacker, struct budget *budget)
{
    *ret_states = (struct strategy_states){.board = board, .attacker = attacker, .budget = budget};
}

void strategy_states_release(struct strategy_states *states)
{
    size_t taken = states->place_room * (sizeof(*states->places) + 2 * sizeof(uint32_t)) +
                   states->room * sizeof(*states->list) +
                   states->edge_room * sizeof(*states->edges);
    if (states->budget != NULL)
        states->budget->bytes += taken;
    FREE_ALL(states->places, states->place_slots, states->list, states->edges);
    memset(states, 0, sizeof(*states));
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * 0xd6e8feb86659fd93ull;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

static uint64_t hash_place(const struct strategy_stones *stones)
{
    return mix(stones->of[0] * 0x9e3779b97f4a7c15ull ^ mix(stones->of[1]));
}

static uint32_t *place_slot(const struct strategy_states *states,
                            const struct strategy_stones *stones)
{
    size_t mask = 2 * states->place_room - 1, at = hash_place(stones) & mask;
    for (; states->place_slots[at] != 0; at = (at + 1) & mask) {
        const struct strategy_stones *there = &states->places[states->place_slots[at] - 1].stones;
        if (there->of[0] == stones->of[0] && there->of[1] == stones->of[1])
            break;
    }
    return &states->place_slots[at];
}

/* Doubles the places and makes their slots anew, all empty. Both or, where memory ends, what is
 * counted. */
static int grow(struct strategy_states *states)
{
    size_t room = states->place_room, more = room != 0 ? 2 * room : 64;
    size_t both = sizeof(*states->places) + 2 * sizeof(uint32_t);
    if (more > UINT32_MAX / 2 || (more - room) * both > states->budget->bytes)
        return BUDGET_SPENT;
    void *places = realloc(states->places, more * sizeof(*states->places));
    if (places == NULL)
        return -ENOMEM;
    states->places = places;
    uint32_t *empty = calloc(2 * more, sizeof(*empty));
    if (empty == NULL)
        return -ENOMEM;
    large_pages_advise(places, more * sizeof(*states->places));
    large_pages_advise(empty, 2 * more * sizeof(*empty));
    free(states->place_slots);
    states->place_slots = empty;
    states->budget->bytes -= (more - room) * both;
    states->place_room = more;
    return 0;
}

static int grow_places(struct strategy_states *states)
{
    int r = grow(states);
    for (uint32_t i = 0; i < states->place_count && r == 0; i++)
        *place_slot(states, &states->places[i].stones) = i + 1;
    return r;
}

static int grow_states(struct strategy_states *states)
{
    size_t size = sizeof(*states->list), more = states->room != 0 ? 2 * states->room : 64;
    if (more > UINT32_MAX / 2)
        return BUDGET_SPENT;
    int r = budget_resize(states->budget, (void **)&states->list, states->room * size, more * size);
    if (r < 0)
        return r;
    large_pages_advise(states->list, more * size);
    states->room = more;
    return 0;
}

int strategy_states_place(struct strategy_states *states, const struct strategy_stones *stones,
                          uint32_t *ret_place)
{
    if (states->place_count == states->place_room) {
        int r = grow_places(states);
        if (r < 0)
            return r;
    }
    uint32_t *slot = place_slot(states, stones);
    if (*slot == 0) {
        states->places[states->place_count] = (struct strategy_place){
            .stones = *stones,
            .first = STATES_NONE,
            .margin = (int8_t)strategy_board_margin(states->board, stones, states->attacker),
        };
        *slot = ++states->place_count;
    }
    *ret_place = *slot - 1;
    return 0;
}

int strategy_states_find(struct strategy_states *states, uint32_t place, int mover, int ko,
                         uint32_t *ret_state, bool *ret_new)
{
    uint32_t at = states->places[place].first;
    while (at != STATES_NONE && (states->list[at].mover != mover || states->list[at].ko != ko))
        at = states->list[at].next;
    *ret_new = at == STATES_NONE;
    if (at == STATES_NONE) {
        int r = states->count == states->room ? grow_states(states) : 0;
        if (r < 0)
            return r;
        states->list[states->count] = (struct strategy_state){
            .board = place,
            .next = states->places[place].first,
            .mover = (uint8_t)mover,
            .ko = (uint8_t)ko,
            .open = true,
        };
        at = states->places[place].first = states->count++;
    }
    *ret_state = at;
    return 0;
}

int strategy_states_link(struct strategy_states *states, uint32_t state, const uint32_t *edges,
                         int count)
{
    while (states->edge_room - states->edge_count < (size_t)count) {
        size_t room = states->edge_room != 0 ? 2 * states->edge_room : 256;
        if (room > UINT32_MAX)
            return BUDGET_SPENT;
        int r = budget_resize(states->budget, (void **)&states->edges,
                              states->edge_room * sizeof(*edges), room * sizeof(*edges));
        if (r < 0)
            return r;
        states->edge_room = room;
        large_pages_advise(states->edges, room * sizeof(*edges));
    }
    if (count > 0)
        memcpy(&states->edges[states->edge_count], edges, (size_t)count * sizeof(*edges));
    states->list[state].first_edge = (uint32_t)states->edge_count;
    states->list[state].edge_count = (uint8_t)count;
    states->list[state].open = false;
    states->edge_count += (size_t)count;
    return 0;
}
