/* Making, growing and freeing the slots of hash sets. */
#include "base/hashset.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS_LEAST 64
/* Elements by which the fetching is ahead where slots are filled anew. */
#define AHEAD 16

size_t hashset_slots(size_t count)
{
    size_t slots = SLOTS_LEAST;
    while (slots <= 2 * count)
        slots *= 2;
    return slots;
}

static void put(struct hashset *set, uint32_t element, uint64_t hash)
{
    size_t at;
    for (uint32_t there = hashset_first(set, hash, &at); there != HASHSET_NONE;)
        there = hashset_next(set, &at);
    hashset_put(set, at, element);
}

/* Puts elements 0 .. count - 1 in the order of their numbers, as hashset_undo() wants them. */
static void put_all(struct hashset *set, uint32_t count, hashset_hash *hash, const void *arg)
{
    uint64_t hashes[AHEAD];
    for (size_t i = 0; i < (size_t)count + AHEAD; i++) {
        if (i >= AHEAD)
            put(set, (uint32_t)(i - AHEAD), hashes[i % AHEAD]);
        if (i < count) {
            hashes[i % AHEAD] = hash(arg, (uint32_t)i);
            __builtin_prefetch(&set->slots[hashes[i % AHEAD] & set->mask]);
        }
    }
}

int hashset_reserve(struct hashset *set, uint32_t count, size_t more, hashset_hash *hash,
                    const void *arg)
{
    if (more >= HASHSET_NONE - count)
        return -ENOMEM;
    if (set->slots != NULL && 2 * (count + more) <= set->mask)
        return 0;
    size_t slots = hashset_slots(count + more);
    struct hashset grown = {calloc(slots, sizeof(*grown.slots)), slots - 1};
    if (grown.slots == NULL)
        return -ENOMEM;
    put_all(&grown, count, hash, arg);
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
