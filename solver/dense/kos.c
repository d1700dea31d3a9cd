/* Finding the states with a ko. */
#include "dense/kos.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "dense/lanes.h"
#include "dense/moves.h"

/* Buckets that a thread looks at before it asks for others. */
#define CHUNK_BUCKETS 64

static bool must_stop(const struct dense_work *how)
{
    bool stop = false;
    if (how->stop == NULL)
        return false;
#ifdef _OPENMP
#pragma omp critical(dense_kos_stop)
#endif
    stop = how->stop(how->arg);
    return stop;
}

/* The keys of some buckets, the greatest first, as a walk finds them. */
struct found_keys {
    uint16_t *keys;
    size_t count, room;
};

/* Adds the keys of a board. Returns 0 or -ENOMEM. */
static int add_keys(uint64_t number, struct stones kos, struct found_keys *found)
{
    int r = array_reserve(&found->keys, found->count + 2 * DENSE_POINTS_MAX, &found->room,
                          sizeof(*found->keys));
    if (r < 0)
        return r;
    for (int mover = WHITE; mover >= BLACK; mover--) {
        uint64_t left = kos.of[mover];
        while (left != 0) {
            unsigned point = 63u - (unsigned)__builtin_clzll(left);
            left ^= 1ull << point;
            found->keys[found->count++] =
                (uint16_t)(number % DENSE_KO_BOARDS << 7 | (unsigned)mover << 6 | point);
        }
    }
    return 0;
}

/* Looks at the boards of some buckets: their keys, and how many each bucket has. Returns 0 or
 * -ENOMEM. */
DENSE_CLONES static int look_at(struct dense_kos *kos, uint64_t bucket, uint64_t end,
                                struct found_keys *found)
{
    const struct dense_index *index = kos->index;
    uint64_t from = bucket * DENSE_KO_BOARDS, to = end * DENSE_KO_BOARDS;
    to = to > index->count ? index->count : to;
    struct dense_walk walk;
    dense_walk_start(&walk, index, dense_index_find(index, from),
                     dense_index_find(index, to - 1) + 1);
    while (dense_walk_next(&walk) && walk.number >= from) {
        if (walk.number >= to)
            continue;
        struct stones own =
            dense_moves_kos(index->codes, dense_codes_stones(index->codes, walk.code));
        if ((own.of[BLACK] | own.of[WHITE]) == 0)
            continue;
        size_t before = found->count;
        int r = add_keys(walk.number, own, found);
        if (r < 0)
            return r;
        kos->first[walk.number / DENSE_KO_BOARDS] += found->count - before;
    }
    return 0;
}

static uint64_t end_of_chunk(const struct dense_kos *kos, uint64_t chunk)
{
    uint64_t end = (chunk + 1) * CHUNK_BUCKETS;
    return end > kos->buckets ? kos->buckets : end;
}

static int look_at_all(struct dense_kos *kos, struct found_keys *found, uint64_t chunks,
                       const struct dense_work *how)
{
    atomic_int result = 0;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(how->threads)
#endif
    for (uint64_t chunk = 0; chunk < chunks; chunk++) {
        if (atomic_load(&result) < 0)
            continue;
        int r = must_stop(how)
                    ? -EINTR
                    : look_at(kos, chunk * CHUNK_BUCKETS, end_of_chunk(kos, chunk), &found[chunk]);
        if (r < 0)
            atomic_store(&result, r);
    }
    return atomic_load(&result);
}

/* Puts what was found in its order. Returns 0 or -ENOMEM. */
static int put_in_order(struct dense_kos *kos, const struct found_keys *found, uint64_t chunks)
{
    for (uint64_t bucket = 0; bucket <= kos->buckets; bucket++) {
        uint64_t own = kos->first[bucket];
        kos->first[bucket] = kos->count;
        kos->count += own;
    }
    kos->keys = malloc((kos->count + 1) * sizeof(*kos->keys));
    if (kos->keys == NULL)
        return -ENOMEM;
    for (uint64_t chunk = 0; chunk < chunks; chunk++) {
        uint64_t state = kos->first[end_of_chunk(kos, chunk)];
        for (size_t i = 0; i < found[chunk].count; i++)
            kos->keys[--state] = found[chunk].keys[i];
    }
    return 0;
}

int dense_kos_init(struct dense_kos *ret_kos, const struct dense_index *index,
                   const struct dense_work *how)
{
    struct dense_kos kos = {
        .index = index,
        .buckets = (index->count + DENSE_KO_BOARDS - 1) / DENSE_KO_BOARDS,
    };
    uint64_t chunks = (kos.buckets + CHUNK_BUCKETS - 1) / CHUNK_BUCKETS;
    struct found_keys *found = calloc(chunks + 1, sizeof(*found));
    kos.first = calloc(kos.buckets + 1, sizeof(*kos.first));
    int r = kos.first == NULL || found == NULL ? -ENOMEM : look_at_all(&kos, found, chunks, how);
    if (r == 0)
        r = put_in_order(&kos, found, chunks);
    for (uint64_t chunk = 0; found != NULL && chunk < chunks; chunk++)
        free(found[chunk].keys);
    free(found);
    if (r < 0)
        dense_kos_release(&kos);
    else
        *ret_kos = kos;
    return r;
}

int dense_kos_lend(struct dense_kos *kos, struct dense_memory *memory)
{
    size_t keys = (kos->count + 1) * sizeof(*kos->keys), at = dense_kos_lent_first(kos->count);
    size_t first = (kos->buckets + 1) * sizeof(*kos->first);
    struct dense_array room;
    int r = dense_memory_take(memory, at + first, &room);
    if (r < 0)
        return -ENOMEM;
    if (room.file == 0) {
        dense_memory_give(memory, &room);
        return -ENOMEM;
    }
    uint8_t *bytes = room.data;
    memcpy(bytes, kos->keys, keys - sizeof(*kos->keys));
    memcpy(bytes + at, kos->first, first);
    free(kos->keys);
    free(kos->first);
    kos->keys = room.data;
    kos->first = (uint64_t *)(void *)(bytes + at);
    kos->lent = room;
    kos->memory = memory;
    return 0;
}

void dense_kos_release(struct dense_kos *kos)
{
    if (kos->lent.data != NULL) {
        dense_memory_give(kos->memory, &kos->lent);
    } else {
        free(kos->first);
        free(kos->keys);
    }
    *kos = (struct dense_kos){0};
}

size_t dense_kos_bytes(uint64_t boards, uint64_t kos)
{
    return (boards / DENSE_KO_BOARDS + 2) * sizeof(uint64_t) + (kos + 1) * sizeof(uint16_t);
}

/* Returns the first state of the bucket whose key is not less than key. */
static uint64_t search(const struct dense_kos *kos, uint64_t bucket, unsigned key)
{
    uint64_t low = kos->first[bucket], high = kos->first[bucket + 1];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (kos->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t dense_kos_first(const struct dense_kos *kos, uint64_t number)
{
    if (number >= kos->index->count)
        return kos->count;
    return search(kos, number / DENSE_KO_BOARDS, (unsigned)(number % DENSE_KO_BOARDS << 7));
}

struct dense_ko dense_kos_at(const struct dense_kos *kos, uint64_t state)
{
    /* The last bucket that begins no later: those without states begin where the next one does. */
    uint64_t low = 0, high = kos->buckets;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (kos->first[middle] <= state)
            low = middle;
        else
            high = middle;
    }
    uint16_t key = kos->keys[state];
    return (struct dense_ko){
        .number = low * DENSE_KO_BOARDS + (key >> 7),
        .mover = (uint8_t)(key >> 6 & 1),
        .point = key & 63,
    };
}

uint64_t dense_kos_number(const struct dense_kos *kos, uint64_t number, unsigned mover, unsigned ko)
{
    return search(kos, number / DENSE_KO_BOARDS,
                  (unsigned)(number % DENSE_KO_BOARDS << 7 | mover << 6 | (ko - 1)));
}
