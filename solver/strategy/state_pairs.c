/* Sets of pairs of states. */
#include "strategy/state_pairs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static uint64_t hash_of(const struct entry_key *from, const struct entry_key *to)
{
    return hash_mix(entry_key_hash(from) + 3 * entry_key_hash(to));
}

static uint64_t hash_of_pair(const void *pairs, uint32_t index)
{
    const struct state_pair *pair = &((const struct state_pairs *)pairs)->pairs[index];
    return hash_of(&pair->from, &pair->to);
}

/* Finds the slot of a pair, or the free one for it. Returns its index, or HASHSET_NONE. */
static uint32_t find(const struct state_pairs *pairs, const struct entry_key *from,
                     const struct entry_key *to, size_t *ret_at)
{
    for (uint32_t i = hashset_first(&pairs->set, hash_of(from, to), ret_at); i != HASHSET_NONE;
         i = hashset_next(&pairs->set, ret_at)) {
        const struct state_pair *pair = &pairs->pairs[i];
        if (entry_key_equal(&pair->from, from) && entry_key_equal(&pair->to, to))
            return i;
    }
    return HASHSET_NONE;
}

bool state_pairs_have(const struct state_pairs *pairs, const struct entry_key *from,
                      const struct entry_key *to)
{
    size_t at;
    return pairs->count > 0 && find(pairs, from, to, &at) != HASHSET_NONE;
}

int state_pairs_add(struct state_pairs *pairs, const struct entry_key *from,
                    const struct entry_key *to)
{
    size_t at;
    if (hashset_reserve(&pairs->set, (uint32_t)pairs->count, 1, hash_of_pair, pairs) < 0)
        return -ENOMEM;
    if (find(pairs, from, to, &at) != HASHSET_NONE)
        return 0;
    int r = array_reserve(&pairs->pairs, pairs->count + 1, &pairs->room, sizeof(*pairs->pairs));
    if (r < 0)
        return r;
    hashset_put(&pairs->set, at, (uint32_t)pairs->count);
    pairs->pairs[pairs->count++] = (struct state_pair){*from, *to};
    return 0;
}

void state_pairs_take_back(struct state_pairs *pairs)
{
    const struct state_pair *last = &pairs->pairs[pairs->count - 1];
    size_t at;
    find(pairs, &last->from, &last->to, &at);
    hashset_undo(&pairs->set, at);
    pairs->count--;
}

void state_pairs_release(struct state_pairs *pairs)
{
    free(pairs->pairs);
    hashset_release(&pairs->set);
    memset(pairs, 0, sizeof(*pairs));
}
