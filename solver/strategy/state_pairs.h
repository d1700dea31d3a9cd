/* A set of pairs of states: plays that are barred, or states with themselves. */
#ifndef SOLVER_STRATEGY_STATE_PAIRS_H
#define SOLVER_STRATEGY_STATE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

/* A state as it is kept: the least of its images. */
struct spot_key {
    uint64_t own, other;
    uint8_t ko; /* point + 1 */
    bool own_move;
};

static inline bool spot_key_equal(const struct spot_key *a, const struct spot_key *b)
{
    return a->own == b->own && a->other == b->other && a->ko == b->ko && a->own_move == b->own_move;
}

/* Of a board alone. */
static inline uint64_t stones_hash(uint64_t own, uint64_t other)
{
    return hash_mix(own ^ hash_mix(other + 1));
}

/* Of a board with what else there is to it. */
static inline uint64_t hash_of(uint64_t own, uint64_t other, unsigned tag)
{
    return hash_mix(own ^ hash_mix(other ^ hash_mix(tag + 1)));
}

static inline uint64_t spot_key_hash(const struct spot_key *key)
{
    return hash_of(key->own, key->other, (unsigned)key->ko << 1 | (key->own_move ? 1 : 0));
}

struct spot_pair {
    struct spot_key from, to;
};

/* All zero: empty. */
struct spot_pairs {
    struct spot_pair *pairs; /* in the order in which they came */
    size_t count, room;
    uint32_t *slots; /* by hash: number + 1 of a pair, or 0 */
    size_t slot_mask;
};

/* Adds a pair, if it is not there. Returns 0 or -ENOMEM. */
int pairs_add(struct spot_pairs *pairs, const struct spot_key *from, const struct spot_key *to);

bool pairs_have(const struct spot_pairs *pairs, const struct spot_key *from,
                const struct spot_key *to);

void pairs_release(struct spot_pairs *pairs);

#endif
