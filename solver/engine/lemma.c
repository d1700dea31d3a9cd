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

int lemma_table_init(struct lemma_table *ret_table, size_t max_bytes)
{
    struct lemma_table table = {.mask = 4095, .max_bytes = max_bytes};
    table.buckets = calloc(table.mask + 1, sizeof(*table.buckets));
    if (table.buckets == NULL)
        return -ENOMEM;
    table.bytes = (table.mask + 1) * sizeof(*table.buckets);
    *ret_table = table;
    return 0;
}

void lemma_table_release(struct lemma_table *table)
{
    if (table->buckets == NULL)
        return;
    for (size_t i = 0; i <= table->mask; i++) {
        while (table->buckets[i] != NULL) {
            struct lemma *lemma = table->buckets[i];
            table->buckets[i] = lemma->next;
            lemma_release(table, lemma);
        }
    }
    free(table->buckets);
    table->buckets = NULL;
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

static void grow(struct lemma_table *table)
{
    size_t mask = table->mask * 2 + 1;
    struct lemma **grown = calloc(mask + 1, sizeof(*grown));
    if (grown == NULL)
        return; /* longer chains, nothing worse */
    for (size_t i = 0; i <= table->mask; i++) {
        /* Keep the order of each chain: the recently used stay first. */
        struct lemma *lemma = table->buckets[i], **ends[2];
        ends[0] = &grown[i];
        ends[1] = &grown[i + table->mask + 1];
        for (; lemma != NULL; lemma = lemma->next) {
            int half = (mix64(lemma->key) & mask) > table->mask;
            *ends[half] = lemma;
            ends[half] = &lemma->next;
        }
        *ends[0] = *ends[1] = NULL;
    }
    free(table->buckets);
    table->bytes += (mask - table->mask) * sizeof(*grown);
    table->buckets = grown;
    table->mask = mask;
}

/* Drops what helped least, going round the buckets, until an eighth of the room is free. */
static void make_room(struct lemma_table *table)
{
    size_t target = table->max_bytes - table->max_bytes / 8;
    for (size_t steps = 0; table->bytes > target && steps <= 9 * (table->mask + 1); steps++) {
        struct lemma **link = &table->buckets[table->sweep++ & table->mask];
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
    *lemma = (struct lemma){
        .key = key,
        .references = 2,
        .count = conditions->count,
        .bound = (int16_t)bound,
        .winner = (uint8_t)winner,
        .avoids = avoids != LEMMA_FORCES,
        .sweep = (uint8_t)(avoids != LEMMA_FORCES ? avoids : 0),
        .hits = 1,
    };
    memcpy(lemma->conditions, conditions->conditions, list);

    if (table->bytes + size_of(lemma) > table->max_bytes)
        make_room(table);
    if (table->count > table->mask)
        grow(table);
    struct lemma **bucket = lemma_bucket(table, key);
    limit_key(table, bucket, key);
    lemma->next = *bucket;
    *bucket = lemma;
    table->bytes += size_of(lemma);
    table->count++;
    return lemma;
}
