/* The memo: shards of records. */
#include "count/components/memo.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SHARDS 64
/* Of a shard: the memory is cut into fewer shards where it is small. */
#define SHARD_LEAST MEMO_LEAST
/* Words of memory for each slot of the index. */
#define WORDS_PER_SLOT 8
#define PAGE ((size_t)4096)
/* Classes of work saved, by powers of two. */
#define VALUES 64

struct record {
    uint64_t hash;
    uint64_t work;
    uint32_t hits;
    uint32_t size;    /* bytes of the result */
    uint64_t words[]; /* the key, then the result */
};

struct shard {
    pthread_mutex_t lock;
    uint64_t *words; /* the records, one after the other */
    size_t used;     /* words */
    uint32_t *slots; /* by hash: where a record begins, + 1; 0: free */
    uint64_t entries;
    uint64_t forgotten;
};

struct memo {
    size_t key_words;
    size_t words; /* of a shard */
    size_t mask;  /* slots of a shard, a power of two, less 1 */
    size_t shards;
    struct shard shard[SHARDS];
};

static size_t record_words(const struct memo *memo, size_t size)
{
    return sizeof(struct record) / 8 + memo->key_words + (size + 7) / 8;
}

static struct record *record_at(const struct shard *shard, size_t at)
{
    return (struct record *)(void *)(shard->words + at);
}

static struct shard *shard_of(struct memo *memo, uint64_t hash)
{
    return &memo->shard[(hash >> 52) % memo->shards];
}

/* Room of zeros that takes memory only where it is touched, whatever the allocator does. NULL:
 * none.
 */
static void *map_room(size_t bytes)
{
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return room != MAP_FAILED ? room : NULL;
}

static void unmap_room(void *room, size_t bytes)
{
    if (room != NULL)
        munmap(room, bytes);
}

int memo_new(size_t key_words, size_t bytes, struct memo **ret_memo)
{
    struct memo *memo = calloc(1, sizeof(*memo));
    int r = memo == NULL ? -ENOMEM : bytes < SHARD_LEAST ? -ENOSPC : 0;
    if (r < 0) {
        free(memo);
        return r;
    }
    memo->key_words = key_words;
    memo->shards = SHARDS;
    while (memo->shards > 1 && bytes / memo->shards < SHARD_LEAST)
        memo->shards /= 2;
    /* Positions are 32 bits. */
    size_t words = bytes / memo->shards / 8;
    words = words < UINT32_MAX - 1 ? words : UINT32_MAX - 1;
    size_t slots = 64;
    while (slots * 2 * WORDS_PER_SLOT <= words)
        slots *= 2;
    memo->mask = slots - 1;
    memo->words = words - slots / 2;
    for (size_t i = 0; i < memo->shards; i++) {
        struct shard *shard = &memo->shard[i];
        pthread_mutex_init(&shard->lock, NULL);
        shard->words = map_room(memo->words * sizeof(*shard->words));
        shard->slots = map_room(slots * sizeof(*shard->slots));
        if (shard->words == NULL || shard->slots == NULL)
            r = -ENOMEM;
    }
    if (r < 0)
        memo_free(memo);
    else
        *ret_memo = memo;
    return r;
}

void memo_free(struct memo *memo)
{
    if (memo == NULL)
        return;
    for (size_t i = 0; i < memo->shards; i++) {
        pthread_mutex_destroy(&memo->shard[i].lock);
        unmap_room(memo->shard[i].words, memo->words * sizeof(*memo->shard[i].words));
        unmap_room(memo->shard[i].slots, (memo->mask + 1) * sizeof(*memo->shard[i].slots));
    }
    free(memo);
}

/* Returns the slot of a key: a record's, or the free one where it would go. */
static uint32_t *find_slot(const struct memo *memo, const struct shard *shard, uint64_t hash,
                           const uint64_t *key)
{
    size_t at = hash & memo->mask;
    for (; shard->slots[at] != 0; at = (at + 1) & memo->mask) {
        const struct record *record = record_at(shard, shard->slots[at] - 1);
        if (record->hash == hash && memcmp(record->words, key, memo->key_words * 8) == 0)
            break;
    }
    return &shard->slots[at];
}

size_t memo_find(struct memo *memo, uint64_t hash, const uint64_t *key, void *buffer, size_t room)
{
    struct shard *shard = shard_of(memo, hash);
    size_t size = 0;
    pthread_mutex_lock(&shard->lock);
    uint32_t slot = *find_slot(memo, shard, hash, key);
    if (slot != 0) {
        struct record *record = record_at(shard, slot - 1);
        if (record->size <= room) {
            size = record->size;
            record->hits++;
            memcpy(buffer, record->words + memo->key_words, size);
        }
    }
    pthread_mutex_unlock(&shard->lock);
    return size;
}

/* What forgetting a record would cost, as a power of two: its work for each time it was asked. */
static int value_of(const struct record *record)
{
    uint64_t hits = record->hits + 1u;
    uint64_t saved = record->work > UINT64_MAX / hits ? UINT64_MAX : record->work * hits;
    return saved == 0 ? 0 : 63 - __builtin_clzll(saved);
}

/* The value below which all records go, so that at least half of the memory gets free; of those
 * with that value *ret_words go. */
static int choose_limit(const struct memo *memo, const struct shard *shard, size_t *ret_words)
{
    size_t words[VALUES] = {0}, below = 0;
    int value = 0;
    for (size_t at = 0; at < shard->used;) {
        const struct record *record = record_at(shard, at);
        words[value_of(record)] += record_words(memo, record->size);
        at += record_words(memo, record->size);
    }
    while (value < VALUES - 1 && below + words[value] < shard->used / 2)
        below += words[value++];
    *ret_words = shard->used / 2 - below;
    return value;
}

/* Forgets the records of least value and moves the others together. */
static void forget(const struct memo *memo, struct shard *shard)
{
    size_t at_limit, to = 0, size;
    int limit = choose_limit(memo, shard, &at_limit);
    memset(shard->slots, 0, (memo->mask + 1) * sizeof(*shard->slots));
    shard->entries = 0;
    for (size_t at = 0; at < shard->used; at += size) {
        struct record *record = record_at(shard, at);
        int value = value_of(record);
        size = record_words(memo, record->size);
        if (value < limit || (value == limit && at_limit > 0)) {
            at_limit -= value < limit ? 0 : at_limit < size ? at_limit : size;
            shard->forgotten++;
            continue;
        }
        record->hits /= 2;
        memmove(shard->words + to, record, size * 8);
        record = record_at(shard, to);
        *find_slot(memo, shard, record->hash, record->words) = (uint32_t)(to + 1);
        shard->entries++;
        to += size;
    }
    shard->used = to;
}

void memo_put(struct memo *memo, uint64_t hash, const uint64_t *key, const void *result,
              size_t size, uint64_t work)
{
    struct shard *shard = shard_of(memo, hash);
    size_t words = record_words(memo, size);
    if (words > memo->words / 4)
        return;
    pthread_mutex_lock(&shard->lock);
    if (shard->used + words > memo->words || shard->entries * 4 > memo->mask * 3)
        forget(memo, shard);
    uint32_t *slot = find_slot(memo, shard, hash, key);
    if (*slot == 0) {
        struct record *record = record_at(shard, shard->used);
        *record = (struct record){.hash = hash, .work = work, .size = (uint32_t)size};
        memcpy(record->words, key, memo->key_words * 8);
        memcpy(record->words + memo->key_words, result, size);
        *slot = (uint32_t)(shard->used + 1);
        shard->used += words;
        shard->entries++;
    }
    pthread_mutex_unlock(&shard->lock);
}

struct memo_size memo_size(struct memo *memo)
{
    struct memo_size size = {0};
    for (size_t i = 0; i < memo->shards; i++) {
        struct shard *shard = &memo->shard[i];
        pthread_mutex_lock(&shard->lock);
        size.entries += shard->entries;
        /* Of the index only pages that were written to are there. */
        size_t slots = (memo->mask + 1) * sizeof(*shard->slots);
        size_t touched = shard->entries * PAGE;
        size.bytes += shard->used * 8 + (touched < slots ? touched : slots);
        size.forgotten += shard->forgotten;
        pthread_mutex_unlock(&shard->lock);
    }
    return size;
}
