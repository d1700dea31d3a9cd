/*
 * The table of states of a prover: what df-pn calls the transposition table. It has sets of
 * WAY_COUNT entries; a state has its place in one set only. A full set loses the entry that took
 * the least work.
 *
 * While several threads are at work (prover.in_region) they may only call prover_table_look_up(),
 * prover_table_store(), prover_table_learn(), prover_table_prefetch() and prover_table_is_full().
 */
#ifndef SOLVER_STRATEGY_PROVER_TABLE_H
#define SOLVER_STRATEGY_PROVER_TABLE_H

#include "strategy/prover_numbers.h"

#define WAY_COUNT 4

/* Bits of an entry's tag. */
#define TAG_KO 0xffu
#define TAG_OWN_MOVE 0x100u
#define TAG_USED 0x200u
#define TAG_STRICT 0x400u
#define TAG_STATE 0x7ffu /* all of the above: which state it is */
/* Above them the greatest work of a visit, by its binary logarithm: checkpoints go by that. */
#define TAG_MOST_SHIFT 11
#define TAG_MOST 31u

static inline uint64_t prover_table_reverse_bits(uint64_t bits)
{
    bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
    bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0fu) | (bits & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(bits);
}

/* Returns the binary logarithm of a number of nodes, as a tag holds it. */
static inline unsigned prover_table_logarithm(uint64_t nodes)
{
    unsigned high = 63 - (unsigned)__builtin_clzll(nodes | 1);
    return high < TAG_MOST ? high : TAG_MOST;
}

/* Returns the logarithm of the greatest work of a visit to an entry's state. */
static inline unsigned prover_table_most_work(const struct prover_entry *entry)
{
    return (unsigned)entry->tag >> TAG_MOST_SHIFT;
}

/* Makes a table of at most bytes. Returns 0 or -ENOMEM. */
int prover_table_init(struct prover *prover, size_t bytes);
void prover_table_release(struct prover *prover);

/* Returns the tag by which a state's entry is known now: strict or not, as the prover is. */
static inline unsigned prover_table_tag(const struct prover *prover, const struct entry_key *key)
{
    return TAG_USED | key->ko | (key->own_move ? TAG_OWN_MOVE : 0) |
           (prover->strict ? TAG_STRICT : 0);
}

/* Returns a state's place in a table of any size, as a part of 2^64. */
uint64_t prover_table_hash(const struct prover *prover, const struct entry_key *key);

/* Lets the set of a hash be fetched while something else is done. */
void prover_table_prefetch(const struct prover *prover, uint64_t hash);

/* Looks a state up by its key and the key's hash. Returns false if nothing is known of it. */
bool prover_table_look_up(const struct prover *prover, const struct entry_key *key, uint64_t hash,
                          struct dfpn_numbers *ret_numbers);

/* Stores what a visit of so many nodes found. Returns whether the table holds one state more. */
bool prover_table_store(struct prover *prover, const struct entry_key *key, uint64_t hash,
                        struct dfpn_numbers numbers, uint64_t work);

/* What another rank is told of a state (share.h). */
struct prover_news {
    uint64_t own, other;
    uint32_t proof, disproof;
    uint16_t tag;
    uint8_t work, gap[5]; /* as an entry has it; unused */
};

/* Returns the news of what a visit of so many nodes found. */
struct prover_news prover_table_news(const struct prover *prover, const struct entry_key *key,
                                     struct dfpn_numbers numbers, uint64_t work);

/*
 * Puts another rank's news into the table, unless this one knows better: what is decided stays, and
 * so does what took more work. A proof gets the next number of this table. Returns whether the
 * table holds one state more.
 */
bool prover_table_learn(struct prover *prover, const struct prover_news *news);

/* Is the table half full, and may it have more sets? */
bool prover_table_is_full(const struct prover *prover);

/* Doubles the number of sets, or makes it the greatest that is allowed. */
void prover_table_widen(struct prover *prover);

/* Allows the table no more than most entries from now on. */
void prover_table_limit(struct prover *prover, size_t most);

/* Returns the entry of a state with a tag, or NULL. */
struct prover_entry *prover_table_entry(const struct prover *prover, const struct entry_key *key,
                                        unsigned tag);

/* Takes a state's entries, strict or not, out of the table. ret_entries: copies of them, or NULL.
 * Returns how many there were. */
int prover_table_take(struct prover *prover, const struct entry_key *key,
                      struct prover_entry ret_entries[2]);

/* Puts an entry where it belongs, unless all entries there are worth more: into the way-th place of
 * its set, if there is such a place and nothing is there. */
void prover_table_put(struct prover *prover, const struct prover_entry *entry, int way);

#endif
