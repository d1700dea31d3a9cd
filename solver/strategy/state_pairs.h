/* A set of pairs of states: plays that are barred, or states with themselves. */
#ifndef SOLVER_STRATEGY_STATE_PAIRS_H
#define SOLVER_STRATEGY_STATE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

/* A state as it is kept: the least of its images. */
struct entry_key {
    uint64_t own, other;
    uint8_t ko; /* point + 1 */
    bool own_move;
};

static inline bool entry_key_equal(const struct entry_key *a, const struct entry_key *b)
{
    return a->own == b->own && a->other == b->other && a->ko == b->ko && a->own_move == b->own_move;
}

/* Of a board alone. */
static inline uint64_t entry_key_hash_stones(uint64_t own, uint64_t other)
{
    return hash_mix(own ^ hash_mix(other + 1));
}

/* Of a board with what else there is to it. */
static inline uint64_t entry_key_hash_tagged(uint64_t own, uint64_t other, unsigned tag)
{
    return hash_mix(own ^ hash_mix(other ^ hash_mix(tag + 1)));
}

static inline uint64_t entry_key_hash(const struct entry_key *key)
{
    return entry_key_hash_tagged(key->own, key->other,
                                 (unsigned)key->ko << 1 | (key->own_move ? 1 : 0));
}

struct state_pair {
    struct entry_key from, to;
};

/* All zero: empty. */
struct state_pairs {
    struct state_pair *pairs; /* in the order in which they came */
    size_t count, room;
    uint32_t *slots; /* by hash: number + 1 of a pair, or 0 */
    size_t slot_mask;
};

/* Adds a pair, if it is not there. Returns 0 or -ENOMEM. */
int state_pairs_add(struct state_pairs *pairs, const struct entry_key *from,
                    const struct entry_key *to);

bool state_pairs_have(const struct state_pairs *pairs, const struct entry_key *from,
                      const struct entry_key *to);

void state_pairs_release(struct state_pairs *pairs);

#endif
