/* Adding up numbers of games. */
#include "count/histories/history_sums.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void history_sums_init(struct history_sums *ret_sums)
{
    *ret_sums = (struct history_sums){.lengths = 1, .width = 2, .max_bytes = SIZE_MAX};
}

void history_sums_release(struct history_sums *sums)
{
    free(sums->limbs);
    free(sums->spans);
    sums->limbs = NULL;
    sums->spans = NULL;
    sums->levels = 0;
}

static mp_limb_t *number(const struct history_sums *sums, size_t level, uint32_t length)
{
    return sums->limbs + (level * sums->lengths + length) * sums->width;
}

/* Makes all new: numbers outside of the spans are 0. What is there is held until it is copied. */
static int relay(struct history_sums *sums, size_t levels, uint32_t lengths, uint32_t width)
{
    struct history_sums grown = *sums;
    grown.levels = levels;
    grown.lengths = lengths;
    grown.width = width;
    if (history_sums_bytes(sums) + history_sums_bytes(&grown) > sums->max_bytes)
        return -ENOSPC;
    grown.limbs = calloc(levels * lengths, width * sizeof(*grown.limbs));
    grown.spans = calloc(levels, sizeof(*grown.spans));
    if (grown.limbs == NULL || grown.spans == NULL) {
        history_sums_release(&grown);
        return -ENOMEM;
    }
    for (size_t level = 0; level < sums->levels; level++) {
        grown.spans[level] = sums->spans[level];
        for (uint32_t i = sums->spans[level].low; i < sums->spans[level].high; i++)
            memcpy(number(&grown, level, i), number(sums, level, i),
                   sums->width * sizeof(*sums->limbs));
    }
    history_sums_release(sums);
    *sums = grown;
    return 0;
}

int history_sums_reserve(struct history_sums *sums, size_t levels, uint32_t lengths)
{
    size_t more_levels = sums->levels > 0 ? sums->levels : 32;
    uint32_t more_lengths = sums->lengths;
    while (more_levels < levels)
        more_levels *= 2;
    while (more_lengths < lengths)
        more_lengths *= 2;
    if (more_levels == sums->levels && more_lengths == sums->lengths)
        return 0;
    return relay(sums, more_levels, more_lengths, sums->width);
}

static void widen_span(struct history_span *span, uint32_t low, uint32_t high)
{
    if (span->low == span->high) {
        *span = (struct history_span){low, high};
        return;
    }
    span->low = low < span->low ? low : span->low;
    span->high = high > span->high ? high : span->high;
}

static int add_number(struct history_sums *sums, size_t level, uint32_t length,
                      const mp_limb_t *limbs, uint32_t width)
{
    mp_limb_t *sum = number(sums, level, length);
    mp_limb_t carry = mpn_add(sum, sum, sums->width, limbs, width);
    if (carry == 0)
        return 0;
    uint32_t top = sums->width;
    int r = relay(sums, sums->levels, sums->lengths, top + 1);
    if (r == 0)
        number(sums, level, length)[top] = carry;
    return r;
}

int history_sums_add(struct history_sums *sums, size_t level, const struct history_value *value,
                     uint32_t shift)
{
    if (value->count == 0)
        return 0;
    uint32_t low = value->first + shift, high = low + value->count;
    int r = 0;
    if (high > sums->lengths)
        r = history_sums_reserve(sums, sums->levels, high);
    if (value->width > sums->width && r == 0)
        r = relay(sums, sums->levels, sums->lengths, value->width);
    if (r < 0)
        return r;
    widen_span(&sums->spans[level], low, high);
    for (uint32_t i = 0; i < value->count && r == 0; i++)
        r = add_number(sums, level, low + i, value->limbs + (size_t)i * value->width, value->width);
    return r;
}

int history_sums_move(struct history_sums *sums, size_t from, size_t to, uint32_t shift)
{
    struct history_span span = sums->spans[from];
    if (span.low == span.high)
        return 0;
    int r = history_sums_reserve(sums, sums->levels, span.high + shift);
    if (r == 0)
        widen_span(&sums->spans[to], span.low + shift, span.high + shift);
    for (uint32_t i = span.low; i < span.high && r == 0; i++)
        r = add_number(sums, to, i + shift, number(sums, from, i), sums->width);
    return r;
}

int history_sums_add_one(struct history_sums *sums, size_t level, uint32_t length)
{
    mp_limb_t one = 1;
    const struct history_value value = {.first = length, .count = 1, .width = 1, .limbs = &one};
    return history_sums_add(sums, level, &value, 0);
}

size_t history_sums_measure(const struct history_sums *sums, size_t level,
                            struct history_value *ret_value)
{
    struct history_span span = sums->spans[level];
    uint32_t width = 1;
    for (uint32_t i = span.low; i < span.high; i++)
        for (uint32_t limb = width; limb < sums->width; limb++)
            if (number(sums, level, i)[limb] != 0)
                width = limb + 1;
    *ret_value =
        (struct history_value){.first = span.low, .count = span.high - span.low, .width = width};
    return (size_t)ret_value->count * width;
}

void history_sums_pack(const struct history_sums *sums, size_t level,
                       const struct history_value *value, mp_limb_t *limbs)
{
    for (uint32_t i = 0; i < value->count; i++)
        memcpy(limbs + (size_t)i * value->width, number(sums, level, value->first + i),
               value->width * sizeof(*limbs));
}

void history_sums_clear(struct history_sums *sums, size_t level)
{
    struct history_span *span = &sums->spans[level];
    memset(number(sums, level, span->low), 0,
           (size_t)(span->high - span->low) * sums->width * sizeof(*sums->limbs));
    *span = (struct history_span){0, 0};
}

int history_sums_tell(const struct history_sums *sums, size_t level, bool by_length,
                      struct tally *tally)
{
    struct history_span span = sums->spans[level];
    mpz_t games;
    int r = by_length ? tally_reserve(tally, span.high) : 0;
    if (r < 0)
        return r;
    mpz_init(games);
    for (uint32_t i = span.low; i < span.high; i++) {
        mpz_import(games, sums->width, -1, sizeof(mp_limb_t), 0, 0, number(sums, level, i));
        mpz_add(tally->games, tally->games, games);
        if (by_length)
            mpz_add(tally->of_length[i], tally->of_length[i], games);
    }
    mpz_clear(games);
    return 0;
}
