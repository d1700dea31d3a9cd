/*
 * Keeping results of the count of returns. An entry is the set, the arrival, the games and the
 * terms; numbers are written seven bits a byte, least first, the last byte below 128.
 */
#include "count/histories/returns_memo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

#define CHUNK_BYTES ((size_t)1 << 20)
/* A number takes so many bytes at most. */
#define NUMBER_BYTES 10

void returns_memo_init_result(struct returns_result *ret_result, struct returns_memory *memory)
{
    *ret_result = (struct returns_result){.memory = memory};
    mpz_init(ret_result->games);
}

void returns_memo_release_result(struct returns_result *result)
{
    free(result->terms);
    free(result->numbers);
    mpz_clear(result->games);
}

void returns_memo_clear_result(struct returns_result *result)
{
    result->term_count = result->number_count = 0;
    mpz_set_ui(result->games, 0);
}

/* Reserves room in an array of what a count of returns holds. */
static int reserve_array(struct returns_memory *memory, void *array, size_t wanted, size_t *room,
                         size_t size)
{
    if (wanted <= *room)
        return 0;
    size_t grown = array_grown(wanted, *room, size);
    if (grown == 0)
        return -ENOMEM;
    int r = returns_memory_take(memory, (grown - *room) * size);
    return r == 0 ? array_reserve(array, wanted, room, size) : r;
}

static int reserve(struct returns_result *result, size_t terms, size_t numbers)
{
    int r = reserve_array(result->memory, &result->terms, terms, &result->term_room,
                          sizeof(*result->terms));
    if (r == 0)
        r = reserve_array(result->memory, &result->numbers, numbers, &result->number_room,
                          sizeof(*result->numbers));
    return r;
}

int returns_memo_add_term(struct returns_result *result, uint32_t arrival,
                          const struct returns_row *row, bool mirrored)
{
    int r = reserve(result, result->term_count + 1, result->number_count + row->count);
    if (r < 0)
        return r;
    uint64_t *numbers = result->numbers + result->number_count;
    for (uint32_t i = 0; i < row->count; i++)
        numbers[mirrored ? row->count - 1 - i : i] = row->numbers[i];
    result->number_count += row->count;
    result->terms[result->term_count++] = (struct returns_term){
        .arrival = arrival,
        .low = mirrored ? 1 - row->low - (int32_t)row->count : row->low,
        .count = row->count,
    };
    return 0;
}

/* --- packing --- */

static uint8_t *write_number(uint8_t *at, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        *at++ = (uint8_t)(number & 127) | 128;
    *at++ = (uint8_t)number;
    return at;
}

static const uint8_t *read_number(const uint8_t *at, uint64_t *ret_number)
{
    uint64_t number = 0;
    int shift = 0;
    for (; *at >= 128; at++, shift += 7)
        number |= (uint64_t)(*at & 127) << shift;
    *ret_number = number | (uint64_t)*at << shift;
    return at + 1;
}

static uint64_t of_signed(int32_t number)
{
    return number < 0 ? 2 * (uint64_t)(-(int64_t)number) - 1 : 2 * (uint64_t)number;
}

static int32_t to_signed(uint64_t number)
{
    return number % 2 != 0 ? -(int32_t)(number / 2) - 1 : (int32_t)(number / 2);
}

static uint8_t *write_result(uint8_t *at, const struct returns_result *result)
{
    const uint64_t *numbers = result->numbers;
    size_t limbs = mpz_size(result->games);
    at = write_number(at, limbs);
    for (size_t i = 0; i < limbs; i++)
        at = write_number(at, mpz_getlimbn(result->games, (mp_size_t)i));
    at = write_number(at, result->term_count);
    for (size_t t = 0; t < result->term_count; t++) {
        at = write_number(at, result->terms[t].arrival);
        at = write_number(at, of_signed(result->terms[t].low));
        at = write_number(at, result->terms[t].count);
        for (uint32_t i = 0; i < result->terms[t].count; i++)
            at = write_number(at, *numbers++);
    }
    return at;
}

static int read_result(const uint8_t *at, struct returns_result *result)
{
    uint64_t limbs, terms, number;
    returns_memo_clear_result(result);
    at = read_number(at, &limbs);
    mp_limb_t *games = limbs > 0 ? mpz_limbs_write(result->games, (mp_size_t)limbs) : NULL;
    for (uint64_t i = 0; i < limbs; i++) {
        at = read_number(at, &number);
        games[i] = number;
    }
    if (limbs > 0)
        mpz_limbs_finish(result->games, (mp_size_t)limbs);
    at = read_number(at, &terms);
    for (uint64_t t = 0; t < terms; t++) {
        uint64_t arrival, low, count;
        at = read_number(at, &arrival);
        at = read_number(at, &low);
        at = read_number(at, &count);
        int r = reserve(result, result->term_count + 1, result->number_count + count);
        if (r < 0)
            return r;
        for (uint64_t i = 0; i < count; i++)
            at = read_number(at, &result->numbers[result->number_count++]);
        result->terms[result->term_count++] = (struct returns_term){
            .arrival = (uint32_t)arrival, .low = to_signed(low), .count = (uint32_t)count};
    }
    return 0;
}

/* --- keeping --- */

static uint64_t hash_of(uint32_t arrival, const uint8_t *set, size_t words)
{
    uint64_t hash = arrival;
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, set + i * sizeof(word), sizeof(word));
        hash = hash_mix(hash * 0x9e3779b97f4a7c15ull + word);
    }
    return hash;
}

static uint32_t arrival_of(const struct returns_memo *memo, const uint8_t *entry)
{
    uint32_t arrival;
    memcpy(&arrival, entry + memo->words * sizeof(uint64_t), sizeof(arrival));
    return arrival;
}

static uint64_t hash_entry(const void *arg, uint32_t entry)
{
    const struct returns_memo *memo = arg;
    const uint8_t *at = memo->entries[entry];
    return hash_of(arrival_of(memo, at), at, memo->words);
}

int returns_memo_find(struct returns_memo *memo, uint32_t arrival, const uint64_t *set,
                      struct returns_result *result)
{
    size_t at, set_bytes = memo->words * sizeof(*set);
    if (memo->count == 0)
        return 0;
    uint64_t hash = hash_of(arrival, (const uint8_t *)set, memo->words);
    for (uint32_t i = hashset_first(&memo->index, hash, &at); i != HASHSET_NONE;
         i = hashset_next(&memo->index, &at)) {
        const uint8_t *entry = memo->entries[i];
        if (arrival_of(memo, entry) != arrival || memcmp(entry, set, set_bytes) != 0)
            continue;
        struct returns_memory *memory = memo->memory;
        struct returns_memo *yields = memory->yields;
        memory->yields = NULL; /* while it is read */
        int r = read_result(entry + set_bytes + sizeof(arrival), result);
        memory->yields = yields;
        if (r == -ENOSPC && yields != NULL && returns_memo_yield(memo))
            return 0;
        return r < 0 ? r : 1;
    }
    return 0;
}

/* What the memo may grow by: within its share, and what all may hold together. */
static size_t bytes_left(const struct returns_memo *memo)
{
    const struct returns_memory *memory = memo->memory;
    size_t own = memo->most > memo->bytes ? memo->most - memo->bytes : 0;
    size_t all = memory->most > memory->held ? memory->most - memory->held : 0;
    return own < all ? own : all;
}

/* A part of the memo that took so many bytes now takes others. */
static void add_bytes(struct returns_memo *memo, size_t before, size_t now)
{
    memo->bytes += now - before;
    memo->memory->held += now - before;
}

/* Begins a chunk of at least so many bytes. */
static int begin_chunk(struct returns_memo *memo, size_t bytes)
{
    size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
    if (size > bytes_left(memo))
        return -ENOSPC;
    int r = array_reserve(&memo->chunks, memo->chunk_count + 1, &memo->chunk_room,
                          sizeof(*memo->chunks));
    if (r < 0)
        return r;
    uint8_t *chunk = malloc(size);
    if (chunk == NULL)
        return -ENOMEM;
    memo->chunks[memo->chunk_count++] = chunk;
    memo->used = 0;
    add_bytes(memo, 0, size);
    return 0;
}

/* Makes room in the index and in the list for an entry more. While they grow the old ones are there
 * beside the new. */
static int list_one_more(struct returns_memo *memo)
{
    size_t slots = hashset_bytes(&memo->index), listed = memo->room * sizeof(*memo->entries);
    size_t wanted = hashset_slots((size_t)memo->count + 1) * sizeof(*memo->index.slots);
    if (wanted > slots && wanted > bytes_left(memo))
        return -ENOSPC;
    int r = hashset_reserve(&memo->index, memo->count, 1, hash_entry, memo);
    add_bytes(memo, slots, hashset_bytes(&memo->index));
    wanted = array_grown((size_t)memo->count + 1, memo->room, sizeof(*memo->entries)) *
             sizeof(*memo->entries);
    if (r == 0 && wanted > listed && wanted > bytes_left(memo))
        r = -ENOSPC;
    if (r == 0)
        r = array_reserve(&memo->entries, (size_t)memo->count + 1, &memo->room,
                          sizeof(*memo->entries));
    add_bytes(memo, listed, memo->room * sizeof(*memo->entries));
    return r;
}

/* Makes room for an entry of so many bytes. Sets *ret_entry to where it begins. */
static int make_room(struct returns_memo *memo, size_t bytes, uint8_t **ret_entry)
{
    int r = list_one_more(memo);
    if (r == 0 && (memo->chunk_count == 0 || memo->used + bytes > CHUNK_BYTES))
        r = begin_chunk(memo, bytes);
    if (r == 0)
        *ret_entry = memo->chunks[memo->chunk_count - 1] + memo->used;
    return r;
}

int returns_memo_keep(struct returns_memo *memo, uint32_t arrival, const uint64_t *set,
                      const struct returns_result *result)
{
    size_t at, set_bytes = memo->words * sizeof(*set);
    size_t most = set_bytes + sizeof(arrival) +
                  NUMBER_BYTES *
                      (2 + mpz_size(result->games) + 3 * result->term_count + result->number_count);
    uint8_t *entry = NULL;
    int r = make_room(memo, most, &entry);
    if (r < 0)
        return r;
    memcpy(entry, set, set_bytes);
    memcpy(entry + set_bytes, &arrival, sizeof(arrival));
    memo->used += (size_t)(write_result(entry + set_bytes + sizeof(arrival), result) - entry);
    uint64_t hash = hash_of(arrival, entry, memo->words);
    for (uint32_t i = hashset_first(&memo->index, hash, &at); i != HASHSET_NONE;)
        i = hashset_next(&memo->index, &at);
    hashset_put(&memo->index, at, memo->count);
    memo->entries[memo->count++] = entry;
    return 0;
}

void returns_memo_release(struct returns_memo *memo)
{
    for (size_t i = 0; i < memo->chunk_count; i++)
        free(memo->chunks[i]);
    free(memo->chunks);
    free(memo->entries);
    hashset_release(&memo->index);
}

bool returns_memo_yield(struct returns_memo *memo)
{
    const struct returns_memo kept = *memo;
    if (kept.bytes == 0 || kept.most <= kept.least)
        return false;
    returns_memo_release(memo);
    kept.memory->held -= kept.bytes;
    *memo = (struct returns_memo){.words = kept.words,
                                  .most = kept.most / 2 > kept.least ? kept.most / 2 : kept.least,
                                  .least = kept.least,
                                  .memory = kept.memory};
    return true;
}
