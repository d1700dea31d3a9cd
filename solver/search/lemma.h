/*
 * Lemmas and their table, which is the transposition table of the search.
 *
 * A lemma is an entry of the transposition table together with the preconditions on the history
 * under which it holds. This is our answer to the graph-history-interaction problem (Campbell 1985;
 * Kishimoto and Mueller 2004): the value of a state depends on the path to it, and an entry that
 * was proved on one path may be wrong on another. Kishimoto and Mueller store what was proved on
 * one path for this path alone, and simulate the proof before it is used on another. A lemma is
 * stronger: from the proof it knows exactly which items of the history the proof rested on
 * (search/condition.h says why that is sound), so one look-up without any search decides whether it
 * holds on a path that was never seen before.
 *
 * A lemma speaks of a canonical state (states/positions.h): player `winner` gets at least `bound`
 * more points than his opponent, in his own view and counting from now on, under every history that
 * fulfils the conditions. It serves every lower bound, too.
 *
 * Lemmas are counted references: the table holds one, and the search one for each edge whose result
 * the lemma is. When the table's share of memory is used up the lemmas that helped least are
 * dropped; what is dropped is searched again. When the share shrinks, memory is given back
 * (search/block_pool.h).
 *
 * Several searches may share a table, each in a thread of its own. A bucket, with the links and
 * hits of its lemmas, belongs to who holds its lock. Who holds a reference may read the rest of a
 * lemma, which does not change any more.
 */
#ifndef SOLVER_SEARCH_LEMMA_H
#define SOLVER_SEARCH_LEMMA_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/hash.h"
#include "search/asked_keys.h"
#include "search/block_pool.h"
#include "search/condition.h"
#include "search/condition_packer.h"
#include "search/free_margins.h"

#define LEMMA_FORCES (-1)
#define BOUND_MAX INT16_MAX /* The winner gets anything: the opponent only ever goes round. */

/* The first block of a lemma. */
struct lemma {
    struct lemma *next; /* of the same bucket */
    uint64_t key;       /* state_key() of the canonical state */
    atomic_uint references;
    uint32_t count;            /* of conditions */
    uint32_t self;             /* the number of this block (block_pool.h) */
    uint32_t rest;             /* the number of the first block of conditions */
    uint32_t blocks;           /* how many there are, this one counted */
    struct condition failing;  /* the one that failed last: likely to fail again; or NONE_FAILED */
    int16_t bound;             /* the winner's margin from here on */
    int16_t below;             /* on record he forces less (free_margins.h), or BELOW_ANY */
    uint8_t winner : 1;        /* enum colour, as the canonical board shows it */
    uint8_t denies : 1;        /* The winner forces no end: he only denies the opponent his. */
    uint8_t visits;            /* if so: the visits that were allowed (search.visits) */
    uint8_t hits;              /* uses, halved from time to time */
    atomic_bool saved;         /* What outlasts the run has it already (persistence.h). */
    struct proof_trace *trace; /* what proved it, owned (proof_trace.h); NULL: not recorded */
};

/* The item of lemma.failing where no condition has failed yet. */
#define NONE_FAILED UINT64_MAX

/* The other blocks: the packed conditions one after the other (condition_packer.h). */
#define BLOCK_ROOM (BLOCK_BYTES - sizeof(uint32_t))
struct condition_block {
    uint32_t rest; /* the number of the next one */
    uint8_t bytes[BLOCK_ROOM];
};

static_assert(sizeof(struct lemma) <= BLOCK_BYTES, "a lemma's head is a block");
static_assert(sizeof(struct condition_block) == BLOCK_BYTES, "so is a part of its conditions");

/* A bucket's lock is that of the last bits of its number, so that it stays when the table grows. */
#define LEMMA_LOCKS 1024

struct lemma_table {
    struct lemma **buckets;
    int per_key;        /* the most lemmas of a state */
    atomic_size_t mask; /* the number of buckets less 1; at least LEMMA_LOCKS - 1 */
    struct block_pool pool;
    struct asked_keys asked;   /* what was put here of what outlasts the run */
    atomic_size_t count;       /* of lemmas */
    atomic_size_t bytes;       /* in use: blocks, traces and buckets */
    atomic_size_t trace_bytes; /* the part of the traces */
    atomic_size_t max_bytes;   /* of what is in use, and of what is free for more */
    atomic_size_t shrunk;      /* as far as max_bytes may fall before anything is given back */
    atomic_size_t hard;        /* bytes that could not be forgotten the last time; else 0 */
    atomic_size_t cleared;     /* buckets cleared so far: the next one is where it goes on */
    pthread_mutex_t clearing;  /* of who grows or clears the table; taken before bucket locks */
    pthread_spinlock_t locks[LEMMA_LOCKS];
};

/* Returns how many lemmas of one state are worth their memory under such rules. */
int lemma_table_per_key(const struct history_model *model);

/* An empty table; at most max_bytes are used for lemmas, of each state per_key at most. NULL: no
 * memory. */
struct lemma_table *lemma_table_new(size_t max_bytes, int per_key);

/* Frees the table (NULL is allowed) with its lemmas; nobody may hold a reference any more. */
void lemma_table_free(struct lemma_table *table);

/* At most max_bytes are used from now on. What is held beyond that is given back, but for what is
 * referred to. Nobody else uses the table. */
void lemma_table_limit(struct lemma_table *table, size_t max_bytes);

/* Returns the bytes that are held: lemmas, traces, buckets and what is free for more. */
size_t lemma_table_held(const struct lemma_table *table);

/*
 * Stores a lemma with the conditions that were packed (in the view of the canonical state) and
 * returns a reference to it for the caller, or NULL when memory is out. denies: the visits allowed,
 * or LEMMA_FORCES if the winner forces an end. below: as in struct lemma.
 */
struct lemma *lemma_store(struct lemma_table *table, uint64_t key, enum colour winner, int bound,
                          int denies, int below, const struct condition_packer *packed);

/* Are these the conditions of the lemma, to which a reference or the lock is held? */
bool lemma_has_conditions(const struct lemma_table *table, const struct lemma *lemma,
                          const struct condition_packer *packed);

/* Gives a reference back; NULL is allowed. Frees the lemmas that only its trace held, too. */
void lemma_release(struct lemma_table *table, struct lemma *lemma);

/* A walk through the conditions of a lemma, to which a reference or the lock is held. */
struct condition_walk {
    const struct block_pool *pool;
    const struct condition_block *block;
    uint32_t at;         /* in the block */
    uint32_t rest;       /* the next block */
    uint32_t left;       /* of all conditions */
    uint32_t group_left; /* of the group */
    struct condition now;
};

static inline struct condition_walk lemma_conditions(const struct lemma_table *table,
                                                     const struct lemma *lemma)
{
    return (struct condition_walk){
        .pool = &table->pool, .at = BLOCK_ROOM, .left = lemma->count, .rest = lemma->rest};
}

static inline uint8_t lemma_next_byte(struct condition_walk *walk)
{
    if (walk->at == BLOCK_ROOM) {
        walk->block = block_pool_at(walk->pool, walk->rest);
        walk->rest = walk->block->rest;
        walk->at = 0;
        if (walk->rest != 0)
            __builtin_prefetch(block_pool_at(walk->pool, walk->rest));
    }
    return walk->block->bytes[walk->at++];
}

static inline uint32_t lemma_next_number(struct condition_walk *walk)
{
    uint32_t byte = lemma_next_byte(walk), number = byte & 127;
    for (int shift = 7; byte >= 128; shift += 7) {
        byte = lemma_next_byte(walk);
        number |= (byte & 127) << shift;
    }
    return number;
}

/* Goes on to the next group. */
void lemma_open_group(struct condition_walk *walk);

/* The next one, valid until the walk goes on, or NULL at the end. */
static inline const struct condition *lemma_next_condition(struct condition_walk *walk)
{
    if (walk->left == 0)
        return NULL;
    if (walk->group_left == 0)
        lemma_open_group(walk);
    walk->left--;
    walk->group_left--;
    walk->now.item += (uint64_t)lemma_next_number(walk) << ITEM_KIND_BITS;
    return &walk->now;
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
