/* The table of lemmas. */
#include "engine/lemma.h"
#include "engine/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The most lemmas kept for one state; beyond, the least recently used goes. */
#define LEMMAS_PER_KEY 16
/* malloc's own share of a block, roughly. */
#define BLOCK_OVERHEAD 16

struct lemma_table *lemma_table_new(size_t max_bytes)
{
    struct lemma_table *table = calloc(1, sizeof(*table));
    struct lemma **buckets = calloc(LEMMA_LOCKS, sizeof(*buckets));
    if (table == NULL || buckets == NULL) {
        free(table);
        free(buckets);
        return NULL;
    }
    table->buckets = buckets;
    table->mask = LEMMA_LOCKS - 1;
    table->max_bytes = max_bytes;
    table->bytes = LEMMA_LOCKS * sizeof(*buckets);
    pthread_mutex_init(&table->room, NULL);
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
    pthread_mutex_destroy(&table->room);
    free(table->buckets);
    free(table);
}

static size_t size_of(const struct lemma *lemma)
{
    return sizeof(*lemma) + lemma->count * sizeof(lemma->conditions[0]) + BLOCK_OVERHEAD;
}

void lemma_release(struct lemma_table *table, struct lemma *lemma)
{
    struct lemma *dead = NULL;
    record_let_go(lemma, &dead);
    /* Records hang together in chains as long as lines of play: no recursion. */
    while (dead != NULL) {
        struct lemma *next = dead->next;
        table->bytes -= size_of(dead) + record_size(dead->record);
        record_free(dead->record, &next);
        free(dead);
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
            int half = (mix64(lemma->key) & mask) > old;
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

/* Drops what helped least, going round the buckets, until an eighth of the room is free. */
static void make_room(struct lemma_table *table)
{
    size_t target = table->max_bytes - table->max_bytes / 8;
    for (size_t steps = 0; table->bytes > target && steps <= 9 * (table->mask + 1); steps++) {
        size_t bucket = table->sweep++ & table->mask;
        pthread_spinlock_t *lock = &table->locks[bucket & (LEMMA_LOCKS - 1)];
        pthread_spin_lock(lock);
        clear_bucket(table, &table->buckets[bucket]);
        pthread_spin_unlock(lock);
    }
}

/* Sees to it that a lemma of size bytes finds room. */
static void prepare_room(struct lemma_table *table, size_t size)
{
    if (table->bytes + size <= table->max_bytes && table->count <= table->mask)
        return;
    if (pthread_mutex_trylock(&table->room) != 0)
        return; /* another thread is at it */
    if (table->bytes + size > table->max_bytes)
        make_room(table);
    if (table->count > table->mask)
        grow(table);
    pthread_mutex_unlock(&table->room);
}

/* Keeps the number of lemmas of one state in bounds. */
static void limit_key(struct lemma_table *table, struct lemma **link, uint64_t key)
{
    int count = 0;
    while (*link != NULL) {
        if ((*link)->key == key && ++count >= LEMMAS_PER_KEY)
            unlink_lemma(table, link);
        else
            link = &(*link)->next;
    }
}

struct lemma *lemma_store(struct lemma_table *table, uint64_t key, enum colour winner, int bound,
                          int avoids, const struct gather *conditions)
{
    size_t list = conditions->count * sizeof(conditions->conditions[0]);
    struct lemma *lemma = malloc(sizeof(*lemma) + list);
    if (lemma == NULL)
        return NULL;
    memset(lemma, 0, sizeof(*lemma));
    lemma->key = key;
    lemma->references = 2;
    lemma->count = conditions->count;
    lemma->bound = (int16_t)bound;
    lemma->winner = (uint8_t)winner;
    lemma->avoids = avoids != LEMMA_FORCES;
    lemma->sweep = (uint8_t)(avoids != LEMMA_FORCES ? avoids : 0);
    lemma->hits = 1;
    memcpy(lemma->conditions, conditions->conditions, list);

    prepare_room(table, size_of(lemma));
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
