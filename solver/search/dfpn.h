/*
 * What the proof-number searches share (df-pn: Nagai 2002): the numbers of a node, the sums and
 * minima of its children, the thresholds under which a child is searched, and the table in which
 * the numbers of open nodes outlast a visit. The nodes themselves are each search's own: the search
 * over states with their history (search/search.c), the one under rules with cycles
 * (cycles/search.c) and the one for strategies (strategy/worker.c), which has a table of its own
 * (strategy/prover_table.c).
 *
 * The proof number of a node is the least number of leaves that must be proved to prove it, the
 * disproof number that to disprove it. A node whose mover wants the proof has the least proof
 * number of its children and the sum of their disproof numbers; at a node of his opponent it is the
 * other way round. Seen from the mover both are one: his goal number is the least of the
 * children's, the number against him is the sum.
 */
#ifndef SOLVER_SEARCH_DFPN_H
#define SOLVER_SEARCH_DFPN_H

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dfpn_numbers {
    uint32_t proof, disproof;
};

/* The same node seen by the opponent of its mover: what proves it for the one disproves it for the
 * other. */
static inline struct dfpn_numbers dfpn_swap(struct dfpn_numbers numbers)
{
    return (struct dfpn_numbers){numbers.disproof, numbers.proof};
}

/* --- from the children to the node --- */

/* What is known after some of a node's children. */
struct dfpn_sums {
    uint32_t least;  /* of the goal numbers */
    uint32_t second; /* the second least: when the best child gets beyond it, this one is better */
    size_t best;     /* the child with the least; the first of equal ones */
    uint64_t sum;    /* of the numbers against the mover */
};

static inline struct dfpn_sums dfpn_no_children(void)
{
    return (struct dfpn_sums){.least = UINT32_MAX, .second = UINT32_MAX};
}

static inline void dfpn_add_child(struct dfpn_sums *sums, size_t child, uint32_t goal,
                                  uint32_t against)
{
    sums->sum += against;
    if (goal < sums->least) {
        sums->second = sums->least;
        sums->least = goal;
        sums->best = child;
    } else if (goal < sums->second) {
        sums->second = goal;
    }
}

/* Returns the sum of the numbers against the mover, most at most. */
static inline uint32_t dfpn_capped_sum(const struct dfpn_sums *sums, uint32_t most)
{
    return sums->sum > most ? most : (uint32_t)sums->sum;
}

/* --- from the node's thresholds to the best child's --- */

/*
 * Returns the threshold of the best child's goal number: until its sibling with the second least is
 * better by one part in so many. limit is the node's own.
 */
static inline uint32_t dfpn_goal_threshold(uint32_t limit, uint32_t second, uint32_t part)
{
    uint64_t enough = (uint64_t)second + second / part + 1;
    return second == UINT32_MAX || enough > limit ? limit : (uint32_t)enough;
}

/* Returns the threshold of the best child's number against the mover, which is own now: until it
 * takes the node's sum to the limit. */
static inline uint32_t dfpn_sum_threshold(uint32_t limit, uint32_t sum, uint32_t own)
{
    uint64_t most = (uint64_t)limit - sum + own;
    return most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

/* --- the table of numbers --- */

/* An open node. The hash is its name: of the state, its history and the query. */
struct dfpn_entry {
    _Atomic uint64_t mixed;  /* the hash, with the bits of packed changed */
    _Atomic uint64_t packed; /* the numbers */
};

/*
 * Each node has one place, and the latest that is stored there replaces what was. What is found
 * only steers the search: facts are lemmas. So it does no harm that two nodes may share a hash.
 * Several threads may share a table that is open. No lock is needed: halves of an entry from two
 * writers do not fit together, and are not found (Hyatt and Mann 2002).
 */
struct dfpn_table {
    struct dfpn_entry *entries; /* NULL: nothing was stored yet */
    size_t mask;                /* the number of entries, a power of two, less 1 */
};

/* Makes an empty table of so many entries, a power of two. It takes no memory until something is
 * stored: a run whose lemmas say all stores nothing. */
void dfpn_table_init(struct dfpn_table *ret_table, size_t count);

/* Frees the entries. A table that is all zero is allowed. */
void dfpn_table_release(struct dfpn_table *table);

/* Takes the memory of the entries. Returns 0 or -ENOMEM. */
int dfpn_table_open(struct dfpn_table *table);

/* Forgets all numbers. */
void dfpn_table_clear(struct dfpn_table *table);

/* Returns the bytes of the entries, also if nothing is stored yet. */
size_t dfpn_table_bytes(const struct dfpn_table *table);

static inline bool dfpn_table_find(const struct dfpn_table *table, uint64_t hash,
                                   struct dfpn_numbers *ret_numbers)
{
    if (table->entries == NULL)
        return false;
    const struct dfpn_entry *entry = &table->entries[hash & table->mask];
    uint64_t packed = atomic_load_explicit(&entry->packed, memory_order_relaxed);
    if ((atomic_load_explicit(&entry->mixed, memory_order_relaxed) ^ packed) != hash)
        return false;
    *ret_numbers = (struct dfpn_numbers){(uint32_t)(packed >> 32), (uint32_t)packed};
    return true;
}

/* Tells what the place of an open table has. Returns false if it has nothing. */
static inline bool dfpn_table_at(const struct dfpn_table *table, size_t place, uint64_t *ret_hash,
                                 struct dfpn_numbers *ret_numbers)
{
    const struct dfpn_entry *entry = &table->entries[place];
    uint64_t packed = atomic_load_explicit(&entry->packed, memory_order_relaxed);
    *ret_hash = atomic_load_explicit(&entry->mixed, memory_order_relaxed) ^ packed;
    *ret_numbers = (struct dfpn_numbers){(uint32_t)(packed >> 32), (uint32_t)packed};
    return *ret_hash != 0 && (*ret_hash & table->mask) == place;
}

/* Returns 0 or -ENOMEM. */
static inline int dfpn_table_store(struct dfpn_table *table, uint64_t hash,
                                   struct dfpn_numbers numbers)
{
    if (table->entries == NULL && dfpn_table_open(table) < 0)
        return -ENOMEM;
    struct dfpn_entry *entry = &table->entries[hash & table->mask];
    uint64_t packed = (uint64_t)numbers.proof << 32 | numbers.disproof;
    atomic_store_explicit(&entry->packed, packed, memory_order_relaxed);
    atomic_store_explicit(&entry->mixed, hash ^ packed, memory_order_relaxed);
    return 0;
}

#endif
