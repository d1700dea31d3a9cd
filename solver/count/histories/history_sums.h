/*
 * Numbers of games, by length if wanted, that are added up along a line of play: exact, of any
 * size. A level of the line has a sum; what is finished is packed into a value.
 */
#ifndef SOLVER_COUNT_HISTORY_SUMS_H
#define SOLVER_COUNT_HISTORY_SUMS_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "count/tally.h"

/* Numbers by length, the first of which is for length first; all others are 0. */
struct history_value {
    uint32_t first, count;
    uint32_t width; /* limbs of each */
    mp_limb_t *limbs;
};

/* The lengths of a level that may have games. */
struct history_span {
    uint32_t low, high; /* low .. high - 1 */
};

struct history_sums {
    mp_limb_t *limbs; /* [(level * lengths + length) * width] */
    struct history_span *spans;
    size_t levels; /* that there is room for */
    uint32_t lengths, width;
    size_t max_bytes; /* that may be held, also while all is copied to where there is more room */
};

/* Makes sums with no levels, and no limit of memory. */
void history_sums_init(struct history_sums *ret_sums);
void history_sums_release(struct history_sums *sums);

/* Makes room for so many levels and lengths. Returns 0, -ENOSPC (max_bytes) or -ENOMEM. */
int history_sums_reserve(struct history_sums *sums, size_t levels, uint32_t lengths);

/* Adds the value, each game longer by shift, to the sum of a level. Returns as
 * history_sums_reserve(). */
int history_sums_add(struct history_sums *sums, size_t level, const struct history_value *value,
                     uint32_t shift);

/* Adds the sum of level from, each game longer by shift, to that of level to. Returns as
 * history_sums_reserve(). */
int history_sums_move(struct history_sums *sums, size_t from, size_t to, uint32_t shift);

/* Adds one game of the length. Returns as history_sums_reserve(). */
int history_sums_add_one(struct history_sums *sums, size_t level, uint32_t length);

/* Returns how many limbs the value of the level takes, and what it is but for the limbs. */
size_t history_sums_measure(const struct history_sums *sums, size_t level,
                            struct history_value *ret_value);

/* Writes the limbs of a value that history_sums_measure() told. */
void history_sums_pack(const struct history_sums *sums, size_t level,
                       const struct history_value *value, mp_limb_t *limbs);

/* Makes the sum of the level 0. */
void history_sums_clear(struct history_sums *sums, size_t level);

/* Adds the sum of the level to tally; by length, too, if wanted. Returns 0 or -ENOMEM. */
int history_sums_tell(const struct history_sums *sums, size_t level, bool by_length,
                      struct tally *tally);

static inline size_t history_sums_bytes(const struct history_sums *sums)
{
    return sums->levels *
           ((size_t)sums->lengths * sums->width * sizeof(*sums->limbs) + sizeof(*sums->spans));
}

#endif
