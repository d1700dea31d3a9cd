/* Making, growing and freeing the slots of hash sets. */
#include "base/hashset.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS_LEAST 64

size_t hashset_slots(size_t count)
{
    size_t slots = SLOTS_LEAST;
    while (slots <= 2 * count)
        slots *= 2;
    return slots;
}

int hashset_reserve(struct hashset *set, uint32_t count, size_t more, hashset_hash *hash,
                    const void *arg)
{
    if (more >= HASHSET_NONE - count)
        return -ENOMEM;
    if (set->slots != NULL && 2 * (count + more) <= set->mask)
        return 0;
    size_t slots = hashset_slots(count + more), at;
    struct hashset grown = {calloc(slots, sizeof(*grown.slots)), slots - 1};
    if (grown.slots == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t there = hashset_first(&grown, hash(arg, i), &at);
        while (there != HASHSET_NONE)
            there = hashset_next(&grown, &at);
        hashset_put(&grown, at, i);
    }
    free(set->slots);
    *set = grown;
    return 0;
}

void hashset_release(struct hashset *set)
{
    free(set->slots);
    *set = (struct hashset){0};
}

void hashset_clear(struct hashset *set)
{
    if (set->slots != NULL)
        memset(set->slots, 0, hashset_bytes(set));
}
