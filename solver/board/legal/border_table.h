/*
 * States of a border with the number of colourings that lead to each, as residues. A table is
 * shared out to shards, so that threads can add to it at once, and so that growing needs little
 * memory besides. Which shard a state is in depends on what of it lasts for some steps: what
 * follows it is in the same one as a rule, and that one fits into the cache.
 */
#ifndef SOLVER_BOARD_LEGAL_BORDER_TABLE_H
#define SOLVER_BOARD_LEGAL_BORDER_TABLE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Residues are below BORDER_MODULUS_MAX, so that two of them can be added. */
#define BORDER_MODULUS_MAX (1ull << 63)
/* The most bits of a hash that choose a shard. */
#define BORDER_SHARD_BITS 10

/* Memory that may be held. */
struct legal_budget {
    size_t max_bytes;
    atomic_size_t bytes; /* that are held */
};

/* Takes bytes from the budget. Returns 0 or -ENOSPC. */
int legal_budget_take(struct legal_budget *budget, size_t bytes);
void legal_budget_give(struct legal_budget *budget, size_t bytes);

/* What the records of a table are: words of 64 bits, first those of the key, then the residues. The
 * first word is stored inverted: it is 0 where there is no record. */
struct border_layout {
    int key_words, words;
    int shard_bits;
    uint64_t lasting;       /* the bits of the first word that choose the shard */
    const uint64_t *moduli; /* of each residue */
};

struct border_shard {
    pthread_mutex_t lock;
    uint64_t *records; /* capacity of them; NULL where it is 0 */
    size_t capacity, count;
    size_t expected; /* records that it gets room for at first */
};

struct border_table {
    const struct border_layout *layout;
    struct legal_budget *budget;
    struct border_shard *shards; /* 1 << shard_bits of them */
};

/* Makes an empty table. layout and budget must outlive it. Returns 0, -ENOSPC (the budget is spent)
 * or -ENOMEM. */
int border_table_init(struct border_table *ret_table, const struct border_layout *layout,
                      struct legal_budget *budget);

/* A table of zeros is allowed. */
void border_table_release(struct border_table *table);

/* Frees what a shard holds. */
void border_table_empty(struct border_table *table, size_t shard);

/* Exchanges what two tables of one layout and budget hold. */
void border_table_swap(struct border_table *a, struct border_table *b);

/* The records of all shards. */
size_t border_table_count(const struct border_table *table);

/* The shard of a key. The key is not inverted. */
size_t border_table_shard(const struct border_layout *layout, const uint64_t *key);

/*
 * Adds count records, one at least, to a shard, which is theirs: residues of equal keys are added
 * up. Several threads may call it at once. Returns 0, -ENOSPC (the budget is spent) or -ENOMEM.
 */
int border_table_add(struct border_table *table, size_t shard, const uint64_t *records,
                     size_t count);

#endif
