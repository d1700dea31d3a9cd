/* Keys of states in tables: symmetric copies of a state have the same key. */
#ifndef SOLVER_STRATEGY_ENTRY_KEY_H
#define SOLVER_STRATEGY_ENTRY_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

/* A state as tables have it: the least of its symmetric copies. */
struct entry_key {
    uint64_t own, other; /* the attacker's stones, and his opponent's */
    uint8_t ko;          /* the point + 1 that the mover may not play on; 0: none */
    bool own_move;       /* the attacker is to move */
};

static inline bool entry_key_equal(const struct entry_key *a, const struct entry_key *b)
{
    return a->own == b->own && a->other == b->other && a->ko == b->ko && a->own_move == b->own_move;
}

/* Returns a hash of stones alone. */
static inline uint64_t entry_key_hash_stones(uint64_t own, uint64_t other)
{
    return hash_mix(own ^ hash_mix(other + 1));
}

/* Returns a hash of stones with what else there is to a state. */
static inline uint64_t entry_key_hash_tagged(uint64_t own, uint64_t other, unsigned tag)
{
    return hash_mix(own ^ hash_mix(other ^ hash_mix(tag + 1)));
}

static inline uint64_t entry_key_hash(const struct entry_key *key)
{
    return entry_key_hash_tagged(key->own, key->other,
                                 (unsigned)key->ko << 1 | (key->own_move ? 1 : 0));
}

#endif
