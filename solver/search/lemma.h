/*
 * Lemmas, and the table that keeps them.
 *
 * A lemma speaks of a canonical state (states/positions.h): player `winner` gets at
 * least `bound` more points than the other, in his own view and counting from now on, under every
 * history that fulfils the conditions (search/condition.h). It serves every lower bound too.
 *
 * Lemmas are counted references: the table holds one, the search one for each play whose result it
 * is. When the table's share of memory is used up the lemmas that helped least are dropped; what is
 * dropped is searched again. When the share shrinks, memory is given back (search/block_pool.h).
 *
 * Several searches may share a table, each in a thread of its own. A bucket, with the links and
 * hits of its lemmas, belongs to who holds its lock; whoever holds a reference may read the rest of
 * a lemma, which does not change any more.
 */
#ifndef SOLVER_SEARCH_LEMMA_H
#define SOLVER_SEARCH_LEMMA_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "search/block_pool.h"
#include "search/condition.h"

#define LEMMA_FORCES (-1)
#define BOUND_MAX INT16_MAX /* the winner gets anything: the other side only ever goes round */

/* The first block of a lemma. */
struct lemma {
    struct lemma *next; /* of the same bucket */
    uint64_t key;       /* state_key() of the canonical state */
    atomic_uint references;
    uint32_t count;           /* of conditions */
    uint32_t self, rest;      /* its blocks (block_pool.h): this one, the first of conditions */
    struct condition failing; /* that failed last: likely to fail again */
    int16_t bound;
    uint8_t winner;        /* enum colour, as the canonical board shows it */
    bool avoids;           /* the winner does not force an end, he only denies the other's */
    uint8_t sweep;         /* if so: the visits that were allowed (search.visits) */
    uint8_t hits;          /* uses, halved from time to time */
    atomic_bool saved;     /* what outlasts the run has it already (persistence.h) */
    bool failed;           /* there is one that failed */
    struct record *record; /* what proved it, owned (search/proof_trace.h); NULL: not recorded */
};

/* The others. */
#define BLOCK_CONDITIONS 5
struct condition_block {
    uint32_t rest;
    struct condition conditions[BLOCK_CONDITIONS];
};

static_assert(sizeof(struct lemma) <= BLOCK_BYTES, "a lemma's head is a block");
static_assert(sizeof(struct condition_block) == BLOCK_BYTES, "so are five conditions");

/* A bucket's lock is that of the last bits of its number, so that it stays when the table grows. */
#define LEMMA_LOCKS 1024

struct lemma_table {
    struct lemma **buckets;
    atomic_size_t mask; /* at least LEMMA_LOCKS - 1 */
    struct block_pool pool;
    atomic_size_t count;
    atomic_size_t bytes; /* in use: blocks, records and buckets */
    atomic_size_t record_bytes;
    atomic_size_t max_bytes; /* of what is in use, and of what is free for more */
    atomic_size_t shrunk;    /* as far as max_bytes may fall without anything being given back */
    atomic_size_t hard;      /* bytes that could not be forgotten the last time; else 0 */
    atomic_size_t sweep;     /* the bucket at which the next clearing goes on */
    pthread_mutex_t room;    /* of who grows the table or clears it; taken before bucket locks */
    pthread_spinlock_t locks[LEMMA_LOCKS];
};

/* An empty table; at most max_bytes are used for lemmas. NULL: no memory. */
struct lemma_table *lemma_table_new(size_t max_bytes);

/* Frees the table (NULL is allowed) with its lemmas; nobody may hold a reference any more. */
void lemma_table_free(struct lemma_table *table);

/*
 * Stores a lemma with the gathered conditions (in the frame of the canonical state) and returns a
 * reference to it for the caller, or NULL when memory is out. avoids: the visits allowed, or
 * LEMMA_FORCES.
 */
struct lemma *lemma_store(struct lemma_table *table, uint64_t key, enum colour winner, int bound,
                          int avoids, const struct condition_set *conditions);

/* Gives a reference back; NULL is allowed. Frees the lemmas that only its record held, too. */
void lemma_release(struct lemma_table *table, struct lemma *lemma);

/* A walk through the conditions of a lemma, to which a reference or the lock is held. */
struct condition_walk {
    const struct block_pool *pool;
    const struct condition_block *block;
    uint32_t at, left; /* in the block; of all */
    uint32_t rest;
};

static inline struct condition_walk lemma_conditions(const struct lemma_table *table,
                                                     const struct lemma *lemma)
{
    return (struct condition_walk){&table->pool, NULL, BLOCK_CONDITIONS, lemma->count, lemma->rest};
}

/* The next one, or NULL at the end. */
static inline const struct condition *lemma_next_condition(struct condition_walk *walk)
{
    if (walk->left == 0)
        return NULL;
    if (walk->at == BLOCK_CONDITIONS) {
        walk->block = block_pool_at(walk->pool, walk->rest);
        walk->rest = walk->block->rest;
        walk->at = 0;
    }
    walk->left--;
    return &walk->block->conditions[walk->at++];
}

/* Chooses lemmas; the lock of their bucket is held. */
typedef bool (*lemma_choice)(void *arg, const struct lemma *lemma);

/*
 * A walk through all of the table, some lemmas at a time, while others use it: takes references to
 * those of bucket *at that are chosen, LEMMA_SOME at most, and moves on to the next bucket. Buckets
 * are counted round, so that any number may come first; lemma_buckets() steps see each once.
 * Returns how many it took.
 */
#define LEMMA_SOME 64
int lemma_take_some(struct lemma_table *table, size_t *at, lemma_choice choice, void *arg,
                    struct lemma *ret_lemmas[LEMMA_SOME]);

static inline size_t lemma_buckets(const struct lemma_table *table)
{
    return table->mask + 1;
}

/* Is there a lemma of key that is chosen? */
bool lemma_is_there(struct lemma_table *table, uint64_t key, lemma_choice choice, void *arg);

/* Locks the bucket of key. */
static inline void lemma_lock(struct lemma_table *table, uint64_t key)
{
    pthread_spin_lock(&table->locks[hash_mix(key) & (LEMMA_LOCKS - 1)]);
}

static inline void lemma_unlock(struct lemma_table *table, uint64_t key)
{
    pthread_spin_unlock(&table->locks[hash_mix(key) & (LEMMA_LOCKS - 1)]);
}

/* The first lemma in the locked bucket of key; follow ->next and compare keys. */
static inline struct lemma **lemma_bucket(const struct lemma_table *table, uint64_t key)
{
    return &table->buckets[hash_mix(key) & table->mask];
}

#endif
