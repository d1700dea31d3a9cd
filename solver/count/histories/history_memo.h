/*
 * What is known of states with what of their history still matters: a table of results by their
 * full keys, in bounded memory. Where it is full, what saved the least work goes first.
 */
#ifndef SOLVER_COUNT_HISTORY_MEMO_H
#define SOLVER_COUNT_HISTORY_MEMO_H

#include "count/histories/history_sums.h"

struct history_entry_head;

struct history_slot {
    uint64_t hash;
    struct history_entry_head *entry; /* NULL: free */
};

struct history_memo {
    struct history_slot *slots; /* buckets of a few */
    size_t mask;                /* the number of slots, a power of two, less 1 */
    size_t bytes, max_bytes;
    uint64_t entries, dropped;
};

/* Returns 0 or -ENOMEM. history_memo_release() it. */
int history_memo_init(struct history_memo *ret_memo, size_t max_bytes);
void history_memo_release(struct history_memo *memo);

uint64_t history_memo_hash(const uint64_t *key, size_t words);

/* Sets *ret_value to what is kept of the key; it stays valid until something is kept. Returns
 * whether there is anything. */
bool history_memo_find(const struct history_memo *memo, uint64_t hash, const uint64_t *key,
                       size_t words, struct history_value *ret_value);

/* Keeps the sum of a level, which took so much work, if there is room or it is worth it. */
void history_memo_keep(struct history_memo *memo, uint64_t hash, const uint64_t *key, size_t words,
                       const struct history_sums *sums, size_t level, uint64_t work);

#endif
