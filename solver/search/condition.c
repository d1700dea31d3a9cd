/* Sets of conditions. */
#include "search/condition.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

int condition_set_init(struct condition_set *ret_set)
{
    struct condition_set set = {.capacity = 256, .mask = 1023};
    set.conditions = calloc(set.capacity, sizeof(*set.conditions));
    set.slots = calloc((size_t)set.mask + 1, sizeof(*set.slots));
    if (set.conditions == NULL || set.slots == NULL) {
        condition_set_release(&set);
        return -ENOMEM;
    }
    *ret_set = set;
    return 0;
}

void condition_set_release(struct condition_set *set)
{
    free(set->conditions);
    free(set->slots);
    memset(set, 0, sizeof(*set));
}

size_t condition_set_bytes(const struct condition_set *set)
{
    return set->capacity * sizeof(*set->conditions) + (set->mask + 1) * sizeof(*set->slots);
}

static uint32_t *find_slot(const struct condition_set *set, uint64_t item)
{
    uint32_t at = (uint32_t)hash_mix(item) & set->mask;
    while (set->slots[at] != 0 && condition_item(&set->conditions[set->slots[at] - 1]) != item)
        at = (at + 1) & set->mask;
    return &set->slots[at];
}

void condition_set_clear(struct condition_set *set)
{
    if (set->pushed)
        set->pushed = false;
    else if (set->count > set->mask / 16)
        memset(set->slots, 0, ((size_t)set->mask + 1) * sizeof(*set->slots));
    else
        /* Last in, first out: a slot is emptied before those that it pushed aside are looked up. */
        for (uint32_t i = set->count; i-- > 0;)
            *find_slot(set, condition_item(&set->conditions[i])) = 0;
    set->count = 0;
}

/* Doubles the room. Where there is no memory the set stays as it is: its slots must never be full,
 * or a look-up would not end. */
static int grow(struct condition_set *set)
{
    uint32_t capacity = set->capacity * 2, mask = capacity * 4 - 1;
    uint32_t *slots = calloc((size_t)mask + 1, sizeof(*slots));
    if (slots == NULL)
        return -ENOMEM;
    void *conditions = realloc(set->conditions, capacity * sizeof(*set->conditions));
    if (conditions == NULL) {
        free(slots);
        return -ENOMEM;
    }
    set->conditions = conditions;
    set->capacity = capacity;
    free(set->slots);
    set->slots = slots;
    set->mask = mask;
    for (uint32_t i = 0; i < set->count && !set->pushed; i++)
        *find_slot(set, condition_item(&set->conditions[i])) = i + 1;
    return 0;
}

int condition_set_add(struct condition_set *set, struct condition condition)
{
    assert(!set->pushed);
    uint32_t *slot = find_slot(set, condition_item(&condition));
    if (*slot != 0) {
        struct condition *own = &set->conditions[*slot - 1];
        if (!(condition.item & CONDITION_ABSENT_OK))
            own->item &= ~CONDITION_ABSENT_OK;
        if (condition.low > own->low)
            own->low = condition.low;
        if (condition.high < own->high)
            own->high = condition.high;
        return 0;
    }
    if (set->count == set->capacity) {
        int r = grow(set);
        if (r < 0)
            return r;
        slot = find_slot(set, condition_item(&condition));
    }
    set->conditions[set->count] = condition;
    *slot = ++set->count;
    return 0;
}

int condition_set_push(struct condition_set *set, struct condition condition)
{
    assert(set->pushed || set->count == 0);
    set->pushed = true;
    if (set->count == set->capacity) {
        int r = grow(set);
        if (r < 0)
            return r;
    }
    set->conditions[set->count++] = condition;
    return 0;
}
