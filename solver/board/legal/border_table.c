/* Tables of states of a border: open addressing with linear probing. */
#include "board/legal/border_table.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/large_pages.h"

/* Records that a shard has room for at least. */
#define ROOM_LEAST 8
/* Of LOAD_PARTS slots one is free at least. */
#define LOAD_PARTS 4

int legal_budget_take(struct legal_budget *budget, size_t bytes)
{
    size_t before = atomic_fetch_add(&budget->bytes, bytes);
    if (bytes <= budget->max_bytes && before <= budget->max_bytes - bytes)
        return 0;
    atomic_fetch_sub(&budget->bytes, bytes);
    return -ENOSPC;
}

void legal_budget_give(struct legal_budget *budget, size_t bytes)
{
    atomic_fetch_sub(&budget->bytes, bytes);
}

static size_t record_bytes(const struct border_layout *layout, size_t records)
{
    return records * (size_t)layout->words * sizeof(uint64_t);
}

int border_table_init(struct border_table *ret_table, const struct border_layout *layout,
                      struct legal_budget *budget)
{
    size_t count = (size_t)1 << layout->shard_bits;
    int r = legal_budget_take(budget, count * sizeof(struct border_shard));
    if (r < 0)
        return r;
    struct border_shard *shards = calloc(count, sizeof(*shards));
    if (shards == NULL) {
        legal_budget_give(budget, count * sizeof(*shards));
        return -ENOMEM;
    }
    for (size_t i = 0; i < count; i++)
        pthread_mutex_init(&shards[i].lock, NULL);
    *ret_table = (struct border_table){layout, budget, shards};
    return 0;
}

void border_table_empty(struct border_table *table, size_t shard)
{
    struct border_shard *which = &table->shards[shard];
    if (which->capacity == 0)
        return;
    free(which->records);
    legal_budget_give(table->budget, record_bytes(table->layout, which->capacity));
    which->records = NULL;
    which->capacity = which->count = 0;
}

void border_table_release(struct border_table *table)
{
    if (table->shards == NULL)
        return;
    size_t count = (size_t)1 << table->layout->shard_bits;
    for (size_t i = 0; i < count; i++) {
        border_table_empty(table, i);
        pthread_mutex_destroy(&table->shards[i].lock);
    }
    free(table->shards);
    table->shards = NULL;
    legal_budget_give(table->budget, count * sizeof(*table->shards));
}

void border_table_swap(struct border_table *a, struct border_table *b)
{
    for (size_t i = 0; i < (size_t)1 << a->layout->shard_bits; i++) {
        struct border_shard *one = &a->shards[i], *other = &b->shards[i];
        uint64_t *records = one->records;
        size_t capacity = one->capacity, count = one->count;
        one->records = other->records;
        one->capacity = other->capacity;
        one->count = other->count;
        other->records = records;
        other->capacity = capacity;
        other->count = count;
    }
}

size_t border_table_count(const struct border_table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < (size_t)1 << table->layout->shard_bits; i++)
        count += table->shards[i].count;
    return count;
}

/* The first word is that of the key, not inverted. */
static uint64_t hash_key(const struct border_layout *layout, uint64_t first, const uint64_t *key)
{
    uint64_t hash = hash_mix(first);
    for (int i = 1; i < layout->key_words; i++)
        hash = hash_mix(hash ^ key[i]);
    return hash;
}

size_t border_table_shard(const struct border_layout *layout, const uint64_t *key)
{
    /* Two shifts, for one by 64 means nothing. */
    return hash_key(layout, key[0] & layout->lasting, key) >> 1 >> (63 - layout->shard_bits);
}

/* Where the search for a record begins: by the lower half of the hash. */
static uint64_t *first_slot(const struct border_layout *layout, const struct border_shard *shard,
                            const uint64_t *record)
{
    uint64_t hash = hash_key(layout, ~record[0], record) & UINT32_MAX;
    return shard->records + (hash * shard->capacity >> 32) * (size_t)layout->words;
}

static bool same_key(const struct border_layout *layout, const uint64_t *a, const uint64_t *b)
{
    for (int i = 0; i < layout->key_words; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

/* The record with the same key, or the free slot for it. */
static uint64_t *find(const struct border_layout *layout, const struct border_shard *shard,
                      const uint64_t *record)
{
    uint64_t *at = first_slot(layout, shard, record);
    uint64_t *end = shard->records + shard->capacity * (size_t)layout->words;
    while (at[0] != 0 && !same_key(layout, at, record)) {
        at += layout->words;
        if (at == end)
            at = shard->records;
    }
    return at;
}

static bool is_full(const struct border_shard *shard)
{
    return shard->count >= shard->capacity - shard->capacity / LOAD_PARTS;
}

static int grow(struct border_table *table, struct border_shard *shard)
{
    const struct border_layout *layout = table->layout;
    size_t least = shard->expected / (LOAD_PARTS - 1) * LOAD_PARTS + ROOM_LEAST;
    struct border_shard grown = {.count = shard->count};
    grown.capacity = shard->capacity == 0 ? least : shard->capacity + shard->capacity / 2;
    size_t bytes = record_bytes(layout, grown.capacity);
    int r = legal_budget_take(table->budget, bytes);
    if (r < 0)
        return r;
    grown.records = calloc(1, bytes);
    if (grown.records == NULL) {
        legal_budget_give(table->budget, bytes);
        return -ENOMEM;
    }
    large_pages_advise(grown.records, bytes);
    for (size_t i = 0; i < shard->capacity; i++) {
        const uint64_t *record = shard->records + i * (size_t)layout->words;
        if (record[0] != 0)
            memcpy(find(layout, &grown, record), record, record_bytes(layout, 1));
    }
    free(shard->records);
    legal_budget_give(table->budget, record_bytes(layout, shard->capacity));
    shard->records = grown.records;
    shard->capacity = grown.capacity;
    return 0;
}

static int add_record(struct border_table *table, struct border_shard *shard,
                      const uint64_t *record)
{
    const struct border_layout *layout = table->layout;
    uint64_t *at = find(layout, shard, record);
    if (at[0] != 0) {
        for (int i = layout->key_words; i < layout->words; i++) {
            uint64_t modulus = layout->moduli[i - layout->key_words], sum = at[i] + record[i];
            at[i] = sum >= modulus ? sum - modulus : sum;
        }
        return 0;
    }
    memcpy(at, record, record_bytes(layout, 1));
    shard->count++;
    return is_full(shard) ? grow(table, shard) : 0;
}

int border_table_add(struct border_table *table, size_t shard, const uint64_t *records,
                     size_t count)
{
    const struct border_layout *layout = table->layout;
    struct border_shard *to = &table->shards[shard];
    size_t words = (size_t)layout->words;
    pthread_mutex_lock(&to->lock);
    int r = to->capacity == 0 ? grow(table, to) : 0;
    /* All slots are asked for before the first one is waited for. */
    for (size_t i = 0; i < count && r == 0; i++)
        __builtin_prefetch(first_slot(layout, to, records + i * words), 1);
    for (size_t i = 0; i < count && r == 0; i++)
        r = add_record(table, to, records + i * words);
    pthread_mutex_unlock(&to->lock);
    return r;
}
