/* The table of lemmas. */
#include "search/lemma.h"
#include "search/proof_trace.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_BUCKETS 4096
static_assert(FIRST_BUCKETS >= LEMMA_LOCKS, "each bucket has one lock");

/* The most lemmas of one state; beyond it the least recently used goes. Where it matters on which
 * boards players passed a state has more histories, and few boards are searched for long: 2x3 under
 * kee2007 was decided with 1000, and with 16 not with three times the nodes. */
#define LEMMAS_PER_KEY 16
#define LEMMAS_PER_KEY_PASSED 256
/* Of a share that shrinks, the part by which it is undercut, so that it does not happen often. */
#define SHRINK_PART 16
/* Where lemmas are referred to, and so cannot be forgotten, it is tried again when they are more by
 * this part of what they may be. */
#define HARD_PART 32

int lemma_table_per_key(const struct history_model *model)
{
    return model->passed_boards ? LEMMAS_PER_KEY_PASSED : LEMMAS_PER_KEY;
}

struct lemma_table *lemma_table_new(size_t max_bytes, int per_key)
{
    struct lemma_table *table = calloc(1, sizeof(*table));
    struct lemma **buckets = calloc(FIRST_BUCKETS, sizeof(*buckets));
    if (table == NULL || buckets == NULL || asked_keys_init(&table->asked, max_bytes) < 0) {
        free(table);
        free(buckets);
        return NULL;
    }
    table->buckets = buckets;
    table->per_key = per_key;
    table->mask = FIRST_BUCKETS - 1;
    table->max_bytes = table->shrunk = max_bytes;
    table->bytes = FIRST_BUCKETS * sizeof(*buckets);
    block_pool_init(&table->pool);
    pthread_mutex_init(&table->clearing, NULL);
    for (size_t i = 0; i < LEMMA_LOCKS; i++)
        pthread_spin_init(&table->locks[i], PTHREAD_PROCESS_PRIVATE);
    return table;
}

void lemma_table_free(struct lemma_table *table)
{
    if (table == NULL)
        return;
    for (size_t i = 0; i <= table->mask; i++) {
        while (table->buckets[i] != NULL) {
            struct lemma *lemma = table->buckets[i];
            table->buckets[i] = lemma->next;
            lemma_release(table, lemma);
        }
    }
    for (size_t i = 0; i < LEMMA_LOCKS; i++)
        pthread_spin_destroy(&table->locks[i]);
    pthread_mutex_destroy(&table->clearing);
    block_pool_release(&table->pool);
    asked_keys_release(&table->asked);
    free(table->buckets);
    free(table);
}

static size_t size_of(const struct lemma *lemma)
{
    return (size_t)lemma->blocks * BLOCK_BYTES;
}

/* What is in use, and free blocks. */
static size_t bytes_at_hand(const struct lemma_table *table)
{
    size_t buckets = (table->mask + 1) * sizeof(*table->buckets), traces = table->trace_bytes;
    return table->pool.held - table->pool.stuck + buckets + traces +
           asked_keys_bytes(&table->asked);
}

void lemma_release(struct lemma_table *table, struct lemma *lemma)
{
    struct lemma *dead = NULL;
    proof_trace_drop_lemma(lemma, &dead);
    /* Traces hang together in chains as long as a game: no recursion. */
    while (dead != NULL) {
        struct lemma *next = dead->next;
        table->bytes -= size_of(dead) + proof_trace_size(dead->trace);
        table->trace_bytes -= proof_trace_size(dead->trace);
        proof_trace_free(dead->trace, &next);
        block_pool_give(&table->pool, dead->self, dead->rest, dead->blocks);
        dead = next;
    }
}

/* Takes the lemma that *link points to out of its bucket. */
static void unlink_lemma(struct lemma_table *table, struct lemma **link)
{
    struct lemma *lemma = *link;
    *link = lemma->next;
    table->count--;
    lemma_release(table, lemma);
}

/* Doubles the buckets; all of them are locked. */
static void grow_locked(struct lemma_table *table)
{
    size_t old = table->mask, mask = old * 2 + 1;
    struct lemma **grown = calloc(mask + 1, sizeof(*grown));
    if (grown == NULL)
        return; /* longer chains, nothing worse */
    for (size_t i = 0; i <= old; i++) {
        /* Keep the order of each chain: the recently used stay first. */
        struct lemma *lemma = table->buckets[i], **ends[2];
        ends[0] = &grown[i];
        ends[1] = &grown[i + old + 1];
        for (; lemma != NULL; lemma = lemma->next) {
            int half = (hash_mix(lemma->key) & mask) > old;
            *ends[half] = lemma;
            ends[half] = &lemma->next;
        }
        *ends[0] = *ends[1] = NULL;
    }
    free(table->buckets);
    table->bytes += (mask - old) * sizeof(*grown);
    table->buckets = grown;
    table->mask = mask;
}

static void grow(struct lemma_table *table)
{
    for (size_t i = 0; i < LEMMA_LOCKS; i++)
        pthread_spin_lock(&table->locks[i]);
    grow_locked(table);
    for (size_t i = 0; i < LEMMA_LOCKS; i++)
        pthread_spin_unlock(&table->locks[i]);
}

/* Drops what helped least in the bucket. */
static void clear_bucket(struct lemma_table *table, struct lemma **link)
{
    while (*link != NULL) {
        struct lemma *lemma = *link;
        bool keep = lemma->hits > 0 || lemma->references > 1;
        lemma->hits /= 2;
        if (keep)
            link = &lemma->next;
        else
            unlink_lemma(table, link);
    }
}

static bool is_retired(const struct lemma_table *table, const struct lemma *lemma)
{
    uint32_t number = lemma->self, rest = lemma->rest;
    for (uint32_t left = lemma->blocks; left > 0; left--) {
        if (block_pool_is_retired(&table->pool, number))
            return true;
        number = rest;
        if (left > 2)
            rest = *(const uint32_t *)block_pool_at(&table->pool, number);
    }
    return false;
}

/* Drops what keeps retired blocks. */
static void empty_bucket(struct lemma_table *table, struct lemma **link)
{
    while (*link != NULL) {
        if ((*link)->references > 1 || !is_retired(table, *link))
            link = &(*link)->next;
        else
            unlink_lemma(table, link);
    }
}

static void clear_locked(struct lemma_table *table, size_t bucket,
                         void (*clear)(struct lemma_table *, struct lemma **))
{
    pthread_spinlock_t *lock = &table->locks[bucket & (LEMMA_LOCKS - 1)];
    pthread_spin_lock(lock);
    clear(table, &table->buckets[bucket]);
    pthread_spin_unlock(lock);
}

/* Drops what helped least, going round the buckets, until an eighth of the bytes is free. */
static void forget_some(struct lemma_table *table)
{
    size_t target = table->max_bytes - table->max_bytes / 8;
    for (size_t steps = 0; table->bytes > target && steps <= 9 * (table->mask + 1); steps++)
        clear_locked(table, table->cleared++ & table->mask, clear_bucket);
    table->hard = table->bytes > target ? (size_t)table->bytes : 0;
}

static bool is_too_large(const struct lemma_table *table)
{
    return table->max_bytes < table->shrunk && bytes_at_hand(table) > table->max_bytes;
}

/* Gives back what is held beyond max_bytes, which has fallen; but for what is referred to. */
static void shrink(struct lemma_table *table)
{
    size_t margin = table->max_bytes / SHRINK_PART;
    table->shrunk = table->max_bytes - margin;
    block_pool_retire(&table->pool, bytes_at_hand(table) - table->shrunk);
    for (size_t bucket = 0; bucket <= table->mask; bucket++)
        clear_locked(table, bucket, empty_bucket);
}

void lemma_table_limit(struct lemma_table *table, size_t max_bytes)
{
    table->max_bytes = table->shrunk = max_bytes;
    table->hard = 0;
    if (bytes_at_hand(table) > max_bytes)
        shrink(table);
}

size_t lemma_table_held(const struct lemma_table *table)
{
    return sizeof(*table) + bytes_at_hand(table) + table->pool.stuck;
}

/* Must something be forgotten before a lemma of size bytes is stored? */
static bool is_full(const struct lemma_table *table, size_t size)
{
    size_t most = table->max_bytes, hard = table->hard;
    return table->bytes + size > most && (hard == 0 || table->bytes > hard + most / HARD_PART);
}

/* Makes place for a lemma of size bytes. */
static void make_place(struct lemma_table *table, size_t size)
{
    if (!is_full(table, size) && !is_too_large(table) && table->count <= table->mask)
        return;
    if (pthread_mutex_trylock(&table->clearing) != 0)
        return; /* another thread is at it */
    if (is_full(table, size))
        forget_some(table);
    if (is_too_large(table))
        shrink(table);
    if (table->count > table->mask)
        grow(table);
    pthread_mutex_unlock(&table->clearing);
}

/* Keeps the number of lemmas of one state in bounds. */
static void limit_key(struct lemma_table *table, struct lemma **link, uint64_t key)
{
    int count = 0;
    while (*link != NULL) {
        if ((*link)->key == key && ++count >= table->per_key)
            unlink_lemma(table, link);
        else
            link = &(*link)->next;
    }
}

/* The blocks of a lemma with these conditions. */
static uint32_t block_count(const struct condition_packer *packed)
{
    return (uint32_t)(1 + (packed->size + BLOCK_ROOM - 1) / BLOCK_ROOM);
}

/* Writes the packed conditions to the chain of blocks. */
static void write_conditions(const struct lemma_table *table, uint32_t rest,
                             const struct condition_packer *packed)
{
    for (size_t at = 0; at < packed->size; at += BLOCK_ROOM) {
        struct condition_block *block = block_pool_at(&table->pool, rest);
        size_t size = packed->size - at;
        memcpy(block->bytes, packed->bytes + at, size < BLOCK_ROOM ? size : BLOCK_ROOM);
        rest = block->rest;
    }
}

bool lemma_has_conditions(const struct lemma_table *table, const struct lemma *lemma,
                          const struct condition_packer *packed)
{
    uint32_t rest = lemma->rest;
    if (lemma->count != packed->count || lemma->blocks != block_count(packed))
        return false;
    for (size_t at = 0; at < packed->size; at += BLOCK_ROOM) {
        const struct condition_block *block = block_pool_at(&table->pool, rest);
        size_t size = packed->size - at;
        if (memcmp(block->bytes, packed->bytes + at, size < BLOCK_ROOM ? size : BLOCK_ROOM) != 0)
            return false;
        rest = block->rest;
    }
    return true;
}

void lemma_open_group(struct condition_walk *walk)
{
    uint32_t head = lemma_next_number(walk);
    enum packed_form form = head & 3;
    bool absent_ok = form == PACKED_ABSENT || form == PACKED_OPEN_OK;
    walk->now =
        (struct condition){.item = item_make(0, head >> 2) | (absent_ok ? CONDITION_ABSENT_OK : 0),
                           .low = form == PACKED_ABSENT ? 1 : CONDITION_LOW,
                           .high = form == PACKED_ABSENT ? 0 : CONDITION_HIGH};
    if (form == PACKED_OPEN || form == PACKED_OPEN_OK) {
        uint32_t bounds = 0;
        for (int i = 0; i < 4; i++)
            bounds = bounds << 8 | lemma_next_byte(walk);
        walk->now.low = (int16_t)(bounds >> 16);
        walk->now.high = (int16_t)bounds;
    }
    walk->group_left = lemma_next_number(walk);
}

struct lemma *lemma_store(struct lemma_table *table, uint64_t key, enum colour winner, int bound,
                          int denies, int below, const struct condition_packer *packed)
{
    uint32_t blocks = block_count(packed);
    make_place(table, (size_t)blocks * BLOCK_BYTES);
    uint32_t self = block_pool_take(&table->pool, blocks);
    if (self == 0)
        return NULL;
    struct lemma *lemma = block_pool_at(&table->pool, self);
    uint32_t rest = *(const uint32_t *)lemma;
    memset(lemma, 0, sizeof(*lemma));
    lemma->self = self;
    lemma->rest = rest;
    lemma->blocks = blocks;
    lemma->failing.item = NONE_FAILED;
    lemma->key = key;
    lemma->references = 2;
    lemma->count = packed->count;
    lemma->bound = (int16_t)bound;
    lemma->below = (int16_t)below;
    lemma->winner = winner & 1;
    lemma->denies = denies != LEMMA_FORCES;
    lemma->visits = (uint8_t)(denies != LEMMA_FORCES ? denies : 0);
    lemma->hits = 1;
    write_conditions(table, rest, packed);
    lemma_lock(table, key);
    struct lemma **bucket = lemma_bucket(table, key);
    limit_key(table, bucket, key);
    lemma->next = *bucket;
    *bucket = lemma;
    lemma_unlock(table, key);
    table->bytes += size_of(lemma);
    table->count++;
    return lemma;
}

int lemma_take_some(struct lemma_table *table, size_t *at, lemma_choice choice, void *arg,
                    struct lemma *ret_lemmas[LEMMA_SOME])
{
    size_t bucket = (*at)++;
    int count = 0;
    pthread_spin_lock(&table->locks[bucket & (LEMMA_LOCKS - 1)]);
    struct lemma *lemma = table->buckets[bucket & table->mask];
    for (; lemma != NULL && count < LEMMA_SOME; lemma = lemma->next) {
        if (!choice(arg, lemma))
            continue;
        lemma->references++;
        ret_lemmas[count++] = lemma;
    }
    pthread_spin_unlock(&table->locks[bucket & (LEMMA_LOCKS - 1)]);
    return count;
}

bool lemma_is_there(struct lemma_table *table, uint64_t key, lemma_choice choice, void *arg)
{
    lemma_lock(table, key);
    const struct lemma *lemma = *lemma_bucket(table, key);
    while (lemma != NULL && (lemma->key != key || !choice(arg, lemma)))
        lemma = lemma->next;
    lemma_unlock(table, key);
    return lemma != NULL;
}
