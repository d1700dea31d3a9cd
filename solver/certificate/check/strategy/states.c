/* The states and boards of a strategy, by number. */
#include "certificate/check/strategy/states.h"

#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"
#include "certificate/budget.h"

void strategy_states_init(struct strategy_states *ret_states, const struct strategy_board *board,
                          int attacker, struct budget *budget)
{
    *ret_states = (struct strategy_states){.board = board, .attacker = attacker, .budget = budget};
}

void strategy_states_release(struct strategy_states *states)
{
    size_t taken = states->place_room * (sizeof(*states->places) + 2 * sizeof(uint32_t)) +
                   states->room * (sizeof(*states->list) + 2 * sizeof(uint32_t)) +
                   states->edge_room * sizeof(*states->edges);
    if (states->budget != NULL)
        states->budget->bytes += taken;
    FREE_ALL(states->places, states->place_slots, states->list, states->slots, states->edges);
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

static uint64_t hash_state(uint32_t place, int mover, int ko)
{
    return mix((uint64_t)place << 8 | (uint64_t)(ko << 1) | (uint64_t)mover);
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

static uint32_t *state_slot(const struct strategy_states *states, uint32_t place, int mover, int ko)
{
    size_t mask = 2 * states->room - 1, at = hash_state(place, mover, ko) & mask;
    for (; states->slots[at] != 0; at = (at + 1) & mask) {
        const struct strategy_state *there = &states->list[states->slots[at] - 1];
        if (there->board == place && there->mover == mover && there->ko == ko)
            break;
    }
    return &states->slots[at];
}

/* Doubles a list and makes its slots anew, all empty. Both or, where memory ends, what is counted.
 */
static int grow(struct strategy_states *states, void **list, size_t size, uint32_t **slots,
                size_t *room)
{
    size_t more = *room != 0 ? 2 * *room : 64;
    size_t both = size + 2 * sizeof(**slots);
    if (more > UINT32_MAX / 2 || (more - *room) * both > states->budget->bytes)
        return BUDGET_SPENT;
    void *resized = realloc(*list, more * size);
    if (resized == NULL)
        return -ENOMEM;
    *list = resized;
    uint32_t *empty = calloc(2 * more, sizeof(*empty));
    if (empty == NULL)
        return -ENOMEM;
    free(*slots);
    *slots = empty;
    states->budget->bytes -= (more - *room) * both;
    *room = more;
    return 0;
}

static int grow_places(struct strategy_states *states)
{
    int r = grow(states, (void **)&states->places, sizeof(*states->places), &states->place_slots,
                 &states->place_room);
    for (uint32_t i = 0; i < states->place_count && r == 0; i++)
        *place_slot(states, &states->places[i].stones) = i + 1;
    return r;
}

static int grow_states(struct strategy_states *states)
{
    int r =
        grow(states, (void **)&states->list, sizeof(*states->list), &states->slots, &states->room);
    for (uint32_t i = 0; i < states->count && r == 0; i++) {
        const struct strategy_state *state = &states->list[i];
        *state_slot(states, state->board, state->mover, state->ko) = i + 1;
    }
    return r;
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
    if (states->count == states->room) {
        int r = grow_states(states);
        if (r < 0)
            return r;
    }
    uint32_t *slot = state_slot(states, place, mover, ko);
    *ret_new = *slot == 0;
    if (*slot == 0) {
        states->list[states->count] = (struct strategy_state){
            .board = place,
            .next = states->places[place].first,
            .mover = (uint8_t)mover,
            .ko = (uint8_t)ko,
            .open = true,
        };
        states->places[place].first = states->count;
        *slot = ++states->count;
    }
    *ret_state = *slot - 1;
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
    }
    if (count > 0)
        memcpy(&states->edges[states->edge_count], edges, (size_t)count * sizeof(*edges));
    states->list[state].first_edge = (uint32_t)states->edge_count;
    states->list[state].edge_count = (uint8_t)count;
    states->list[state].open = false;
    states->edge_count += (size_t)count;
    return 0;
}
