/* Keeping results of the count of returns. */
#include "count/returns_memo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

struct returns_result *returns_memo_new_result(uint32_t arrival, const uint64_t *set, size_t words)
{
    struct returns_result *result = calloc(1, sizeof(*result));
    if (result == NULL)
        return NULL;
    result->arrival = arrival;
    result->set = calloc(words, sizeof(*result->set));
    if (result->set == NULL) {
        free(result);
        return NULL;
    }
    memcpy(result->set, set, words * sizeof(*set));
    mpz_init(result->games);
    return result;
}

void returns_memo_free_result(struct returns_result *result)
{
    if (result == NULL)
        return;
    free(result->terms);
    free(result->numbers);
    free(result->set);
    mpz_clear(result->games);
    free(result);
}

int returns_memo_add_term(struct returns_result *result, uint32_t arrival,
                          const struct returns_row *row, bool mirrored)
{
    int r = array_reserve(&result->terms, result->term_count + 1, &result->term_room,
                          sizeof(*result->terms));
    if (r == 0)
        r = array_reserve(&result->numbers, result->number_count + row->count, &result->number_room,
                          sizeof(*result->numbers));
    if (r < 0)
        return r;
    uint64_t *numbers = result->numbers + result->number_count;
    for (uint32_t i = 0; i < row->count; i++)
        numbers[mirrored ? row->count - 1 - i : i] = row->numbers[i];
    result->number_count += row->count;
    result->terms[result->term_count++] = (struct returns_term){
        .arrival = arrival,
        .low = (int16_t)(mirrored ? 1 - row->low - (int32_t)row->count : row->low),
        .count = (uint16_t)row->count,
    };
    return 0;
}

static uint64_t hash_of(uint32_t arrival, const uint64_t *set, size_t words)
{
    uint64_t hash = arrival;
    for (size_t i = 0; i < words; i++)
        hash = hash_mix(hash * 0x9e3779b97f4a7c15ull + set[i]);
    return hash;
}

static uint64_t hash_result(const void *arg, uint32_t result)
{
    const struct returns_memo *memo = arg;
    return hash_of(memo->results[result]->arrival, memo->results[result]->set, memo->words);
}

const struct returns_result *returns_memo_find(const struct returns_memo *memo, uint32_t arrival,
                                               const uint64_t *set)
{
    size_t at;
    if (memo->count == 0)
        return NULL;
    uint32_t i = hashset_first(&memo->index, hash_of(arrival, set, memo->words), &at);
    for (; i != HASHSET_NONE; i = hashset_next(&memo->index, &at)) {
        const struct returns_result *result = memo->results[i];
        if (result->arrival == arrival && memcmp(result->set, set, memo->words * sizeof(*set)) == 0)
            return result;
    }
    return NULL;
}

/* Gives back the room that will not be needed. */
static void shrink(struct returns_result *result)
{
    void *terms = realloc(result->terms, (result->term_count + 1) * sizeof(*result->terms));
    if (terms != NULL)
        result->terms = terms;
    void *numbers = realloc(result->numbers, (result->number_count + 1) * sizeof(*result->numbers));
    if (numbers != NULL)
        result->numbers = numbers;
}

/* What a result takes, with what the allocator takes besides. */
static size_t bytes_of(const struct returns_result *result, size_t words)
{
    return sizeof(*result) + words * sizeof(*result->set) +
           result->term_count * sizeof(*result->terms) +
           result->number_count * sizeof(*result->numbers) +
           mpz_size(result->games) * sizeof(mp_limb_t) + 80;
}

int returns_memo_keep(struct returns_memo *memo, struct returns_result *result)
{
    size_t at, held = hashset_bytes(&memo->index) + memo->room * sizeof(struct returns_result *);
    int r = hashset_reserve(&memo->index, memo->count, 1, hash_result, memo);
    if (r == 0)
        r = array_reserve(&memo->results, (size_t)memo->count + 1, &memo->room,
                          sizeof(*memo->results));
    if (r < 0)
        return r;
    uint32_t i =
        hashset_first(&memo->index, hash_of(result->arrival, result->set, memo->words), &at);
    while (i != HASHSET_NONE)
        i = hashset_next(&memo->index, &at);
    hashset_put(&memo->index, at, memo->count);
    memo->results[memo->count++] = result;
    shrink(result);
    memo->bytes += bytes_of(result, memo->words) + hashset_bytes(&memo->index) +
                   memo->room * sizeof(*memo->results) - held;
    return 0;
}

void returns_memo_release(struct returns_memo *memo)
{
    for (uint32_t i = 0; i < memo->count; i++)
        returns_memo_free_result(memo->results[i]);
    free(memo->results);
    hashset_release(&memo->index);
}
