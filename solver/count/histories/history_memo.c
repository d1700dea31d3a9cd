/* The table of results by their full keys. */
#include "count/histories/history_memo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define BUCKET 4
#define SLOTS_LEAST ((size_t)1 << 12)
/* What the allocator takes besides each block, by and large. */
#define BLOCK_BYTES 16

struct history_entry_head {
    uint64_t work;
    uint32_t key_words, first, count, width;
    uint64_t words[]; /* the key, then the limbs */
};

int history_memo_init(struct history_memo *ret_memo, size_t max_bytes)
{
    struct history_memo memo = {.mask = SLOTS_LEAST - 1, .max_bytes = max_bytes};
    memo.slots = calloc(SLOTS_LEAST, sizeof(*memo.slots));
    if (memo.slots == NULL)
        return -ENOMEM;
    memo.bytes = SLOTS_LEAST * sizeof(*memo.slots);
    *ret_memo = memo;
    return 0;
}

void history_memo_release(struct history_memo *memo)
{
    for (size_t i = 0; memo->slots != NULL && i <= memo->mask; i++)
        free(memo->slots[i].entry);
    free(memo->slots);
    *memo = (struct history_memo){.slots = NULL};
}

uint64_t history_memo_hash(const uint64_t *key, size_t words)
{
    uint64_t hash = words;
    for (size_t i = 0; i < words; i++)
        hash = hash_mix(hash * 0x9e3779b97f4a7c15ull + key[i]);
    return hash;
}

static size_t bytes_of(const struct history_entry_head *entry)
{
    return sizeof(*entry) + BLOCK_BYTES +
           (entry->key_words + (size_t)entry->count * entry->width) * sizeof(uint64_t);
}

static struct history_slot *bucket_of(const struct history_memo *memo, uint64_t hash)
{
    return &memo->slots[(hash & memo->mask) & ~(size_t)(BUCKET - 1)];
}

bool history_memo_find(const struct history_memo *memo, uint64_t hash, const uint64_t *key,
                       size_t words, struct history_value *ret_value)
{
    const struct history_slot *bucket = bucket_of(memo, hash);
    for (int i = 0; i < BUCKET; i++) {
        struct history_entry_head *entry = bucket[i].entry;
        if (entry == NULL || bucket[i].hash != hash || entry->key_words != words ||
            memcmp(entry->words, key, words * sizeof(*key)) != 0)
            continue;
        *ret_value = (struct history_value){
            .first = entry->first,
            .count = entry->count,
            .width = entry->width,
            .limbs = entry->words + words,
        };
        return true;
    }
    return false;
}

static void drop(struct history_memo *memo, struct history_slot *slot)
{
    memo->bytes -= bytes_of(slot->entry);
    memo->entries--;
    memo->dropped++;
    free(slot->entry);
    slot->entry = NULL;
}

/* Puts the entry into a free slot of its bucket; false: there is none. */
static bool put(struct history_memo *memo, uint64_t hash, struct history_entry_head *entry)
{
    struct history_slot *bucket = bucket_of(memo, hash);
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].entry != NULL)
            continue;
        bucket[i] = (struct history_slot){hash, entry};
        return true;
    }
    return false;
}

/* Doubles the slots if memory allows it. Half of each bucket finds room in each of two. */
static bool grow(struct history_memo *memo)
{
    size_t slots = memo->mask + 1, more = slots * sizeof(*memo->slots);
    struct history_memo grown = *memo;
    if (memo->bytes > memo->max_bytes || more > memo->max_bytes - memo->bytes)
        return false;
    grown.mask = 2 * slots - 1;
    grown.slots = calloc(2 * slots, sizeof(*grown.slots));
    if (grown.slots == NULL)
        return false;
    for (size_t i = 0; i < slots; i++)
        if (memo->slots[i].entry != NULL)
            put(&grown, memo->slots[i].hash, memo->slots[i].entry);
    free(memo->slots);
    grown.bytes += more;
    *memo = grown;
    return true;
}

/* The entry of the bucket that took the least work. */
static struct history_slot *least_of(const struct history_memo *memo, uint64_t hash)
{
    struct history_slot *bucket = bucket_of(memo, hash), *least = NULL;
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].entry != NULL &&
            (least == NULL || bucket[i].entry->work < least->entry->work))
            least = &bucket[i];
    return least;
}

/* Makes a slot for what took so much work and has so many bytes; false: it is not worth it. */
static bool make_room(struct history_memo *memo, uint64_t hash, uint64_t work, size_t bytes)
{
    const struct history_slot *bucket = bucket_of(memo, hash);
    bool full = true;
    for (int i = 0; i < BUCKET; i++)
        full = full && bucket[i].entry != NULL;
    if (full && memo->entries > memo->mask / 4 && grow(memo))
        return make_room(memo, hash, work, bytes);
    if (!full && memo->bytes + bytes <= memo->max_bytes)
        return true;
    struct history_slot *least = least_of(memo, hash);
    if (least == NULL)
        return false;
    if (least->entry->work > work) { /* what is never asked for must go some time */
        least->entry->work -= least->entry->work / 4;
        return false;
    }
    drop(memo, least);
    return memo->bytes + bytes <= memo->max_bytes;
}

void history_memo_keep(struct history_memo *memo, uint64_t hash, const uint64_t *key, size_t words,
                       const struct history_sums *sums, size_t level, uint64_t work)
{
    struct history_value value;
    size_t limbs = history_sums_measure(sums, level, &value);
    struct history_entry_head head = {.work = work,
                                      .key_words = (uint32_t)words,
                                      .first = value.first,
                                      .count = value.count,
                                      .width = value.width};
    if (!make_room(memo, hash, work, bytes_of(&head)))
        return;
    struct history_entry_head *entry =
        malloc(sizeof(head) + (words + limbs) * sizeof(*entry->words));
    if (entry == NULL)
        return;
    *entry = head;
    memcpy(entry->words, key, words * sizeof(*key));
    history_sums_pack(sums, level, &value, entry->words + words);
    memo->bytes += bytes_of(entry);
    memo->entries++;
    put(memo, hash, entry);
}
