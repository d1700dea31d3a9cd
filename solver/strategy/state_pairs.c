#include "strategy/state_pairs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define SLOTS_LEAST 64

/* Where a pair is, or would be. */
static size_t slot_of(const struct state_pairs *pairs, const struct entry_key *from,
                      const struct entry_key *to)
{
    size_t slot = hash_mix(entry_key_hash(from) + 3 * entry_key_hash(to)) & pairs->slot_mask;
    for (; pairs->slots[slot] != 0; slot = (slot + 1) & pairs->slot_mask) {
        const struct state_pair *there = &pairs->pairs[pairs->slots[slot] - 1];
        if (entry_key_equal(&there->from, from) && entry_key_equal(&there->to, to))
            break;
    }
    return slot;
}

bool state_pairs_have(const struct state_pairs *pairs, const struct entry_key *from,
                      const struct entry_key *to)
{
    return pairs->count > 0 && pairs->slots[slot_of(pairs, from, to)] != 0;
}

/* Half of the slots stay free. */
static int widen(struct state_pairs *pairs)
{
    size_t count = pairs->slots == NULL ? SLOTS_LEAST : 2 * (pairs->slot_mask + 1);
    uint32_t *slots = calloc(count, sizeof(*slots));
    if (slots == NULL)
        return -ENOMEM;
    free(pairs->slots);
    pairs->slots = slots;
    pairs->slot_mask = count - 1;
    for (size_t i = 0; i < pairs->count; i++)
        slots[slot_of(pairs, &pairs->pairs[i].from, &pairs->pairs[i].to)] = (uint32_t)i + 1;
    return 0;
}

int state_pairs_add(struct state_pairs *pairs, const struct entry_key *from,
                    const struct entry_key *to)
{
    if (state_pairs_have(pairs, from, to))
        return 0;
    bool full = pairs->slots == NULL || 2 * (pairs->count + 1) > pairs->slot_mask;
    if ((full && widen(pairs) < 0) || array_reserve((void **)&pairs->pairs, pairs->count + 1,
                                                    &pairs->room, sizeof(*pairs->pairs)) < 0)
        return -ENOMEM;
    size_t slot = slot_of(pairs, from, to);
    pairs->pairs[pairs->count++] = (struct state_pair){*from, *to};
    pairs->slots[slot] = (uint32_t)pairs->count;
    return 0;
}

void state_pairs_release(struct state_pairs *pairs)
{
    free(pairs->pairs);
    free(pairs->slots);
    memset(pairs, 0, sizeof(*pairs));
}
