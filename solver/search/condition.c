/* Sets of conditions. */
#include "search/condition.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int condition_set_init(struct condition_set *ret_gather)
{
    struct condition_set gather = {.room = 256, .mask = 1023};
    gather.conditions = calloc(gather.room, sizeof(*gather.conditions));
    gather.slots = calloc((size_t)gather.mask + 1, sizeof(*gather.slots));
    if (gather.conditions == NULL || gather.slots == NULL) {
        condition_set_release(&gather);
        return -ENOMEM;
    }
    *ret_gather = gather;
    return 0;
}

void condition_set_release(struct condition_set *gather)
{
    free(gather->conditions);
    free(gather->slots);
    memset(gather, 0, sizeof(*gather));
}

static uint32_t *find_slot(const struct condition_set *gather, uint64_t item)
{
    uint32_t at = (uint32_t)hash_mix(item) & gather->mask;
    while (gather->slots[at] != 0 &&
           condition_item(&gather->conditions[gather->slots[at] - 1]) != item)
        at = (at + 1) & gather->mask;
    return &gather->slots[at];
}

void condition_set_clear(struct condition_set *gather)
{
    if (gather->count > gather->mask / 16)
        memset(gather->slots, 0, ((size_t)gather->mask + 1) * sizeof(*gather->slots));
    else
        /* Last in, first out: a slot is emptied before those that it pushed aside are looked up. */
        for (uint32_t i = gather->count; i-- > 0;)
            *find_slot(gather, condition_item(&gather->conditions[i])) = 0;
    gather->count = 0;
}

static int grow(struct condition_set *gather)
{
    uint32_t room = gather->room * 2, mask = room * 4 - 1;
    void *conditions = realloc(gather->conditions, room * sizeof(*gather->conditions));
    if (conditions == NULL)
        return -ENOMEM;
    gather->conditions = conditions;
    gather->room = room;
    uint32_t *slots = calloc((size_t)mask + 1, sizeof(*slots));
    if (slots == NULL)
        return -ENOMEM;
    free(gather->slots);
    gather->slots = slots;
    gather->mask = mask;
    for (uint32_t i = 0; i < gather->count; i++)
        *find_slot(gather, condition_item(&gather->conditions[i])) = i + 1;
    return 0;
}

int condition_set_add(struct condition_set *gather, struct condition condition)
{
    uint32_t *slot = find_slot(gather, condition_item(&condition));
    if (*slot != 0) {
        struct condition *own = &gather->conditions[*slot - 1];
        if (!(condition.item & CONDITION_ABSENT_OK))
            own->item &= ~CONDITION_ABSENT_OK;
        if (condition.low > own->low)
            own->low = condition.low;
        if (condition.high < own->high)
            own->high = condition.high;
        return 0;
    }
    if (gather->count == gather->room) {
        int r = grow(gather);
        if (r < 0)
            return r;
        slot = find_slot(gather, condition_item(&condition));
    }
    gather->conditions[gather->count] = condition;
    *slot = ++gather->count;
    return 0;
}
