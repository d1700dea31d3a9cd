/* How the table of states is laid out (prover_table.c), for those that look through all of it. */
#ifndef SOLVER_STRATEGY_PROVER_TABLE_H
#define SOLVER_STRATEGY_PROVER_TABLE_H

#include "strategy/worker.h"

/* Entries of a set: a state is in one set only. */
#define WAY_COUNT 4
#define TAG_KO 0xffu
#define TAG_OWN_MOVE 0x100u
#define TAG_USED 0x200u
#define TAG_STRICT 0x400u
#define TAG_STATE 0x7ffu /* all of the above: which state it is */
/* Above them the greatest work of a visit, by its binary logarithm: what is kept goes by that. */
#define TAG_MOST_SHIFT 11
#define TAG_MOST 31u

static inline uint64_t prover_table_reverse_bits(uint64_t bits)
{
    bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
    bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0fu) | (bits & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(bits);
}

static inline unsigned prover_table_logarithm(uint64_t nodes)
{
    unsigned high = 63 - (unsigned)__builtin_clzll(nodes | 1);
    return high < TAG_MOST ? high : TAG_MOST;
}

static inline unsigned prover_table_most_work(const struct prover_entry *entry)
{
    return (unsigned)entry->tag >> TAG_MOST_SHIFT;
}

/* The entry of a state, or NULL; outside of regions. */
struct prover_entry *prover_table_find(const struct prover *prover, const struct entry_key *key,
                                       unsigned tag);

/* Puts an entry where it belongs, unless all that is there took more; outside of regions. */
void prover_table_put(struct prover *prover, const struct prover_entry *entry);

#endif
