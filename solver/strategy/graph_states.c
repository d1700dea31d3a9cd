/* The states of a plan, and finding them. */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/large_pages.h"
#include "strategy/strategy_graph.h"

static size_t slot_of(const struct plan *plan, const struct entry_key *key)
{
    size_t slot = entry_key_hash(key) & plan->slot_mask;
    for (; plan->slots[slot] != 0; slot = (slot + 1) & plan->slot_mask) {
        struct entry_key there = plan_key(&plan->states[plan->slots[slot] - 1]);
        if (entry_key_equal(&there, key))
            break;
    }
    return slot;
}

long plan_find(const struct plan *plan, const struct entry_key *key)
{
    return (long)plan->slots[slot_of(plan, key)] - 1;
}

static int grow_slots(struct plan *plan)
{
    size_t count = plan->slots == NULL ? 4096 : 2 * (plan->slot_mask + 1);
    if (plan->slots != NULL && 2 * plan->count < plan->slot_mask)
        return 0;
    free(plan->slots);
    plan->slots = calloc(count, sizeof(*plan->slots));
    large_pages_advise(plan->slots, count * sizeof(*plan->slots));
    plan->slot_mask = count - 1;
    if (plan->slots == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < plan->count; i++) {
        struct entry_key key = plan_key(&plan->states[i]);
        plan->slots[slot_of(plan, &key)] = (uint32_t)i + 1;
    }
    return 0;
}

int plan_reserve(void **array, size_t wanted, size_t *room, size_t size)
{
    size_t before = *room;
    int r = array_reserve(array, wanted, room, size);
    if (*room > before)
        large_pages_advise(*array, *room * size);
    return r;
}

long plan_enter(struct plan *plan, const struct entry_key *key)
{
    long found = plan->slots != NULL ? plan_find(plan, key) : -1;
    if (found >= 0)
        return found;
    if (plan->count == PLAN_LINK_STONE - 1 ||
        plan_reserve((void **)&plan->states, plan->count + 1, &plan->room, sizeof(*plan->states)) <
            0 ||
        array_reserve((void **)&plan->reached, plan->count / 64 + 1, &plan->reached_room,
                      sizeof(*plan->reached)) < 0 ||
        grow_slots(plan) < 0)
        return -ENOMEM;
    plan_set_reached(plan, plan->count, false);
    plan->slots[slot_of(plan, key)] = (uint32_t)plan->count + 1;
    plan->states[plan->count] = (struct plan_state){.own = key->own,
                                                    .other = key->other,
                                                    .first_link = PLAN_OPEN,
                                                    .ko = key->ko,
                                                    .own_move = key->own_move};
    return (long)plan->count++;
}
