/*
 * Counts, sizes and times as people read them: the one place where a number meets its noun or unit.
 * What is returned stays as it is until the same thread has asked for HUMAN_TEXTS more.
 */
#ifndef SOLVER_BASE_HUMAN_H
#define SOLVER_BASE_HUMAN_H

#include <stdint.h>

/* Texts that a thread can use at the same time. */
#define HUMAN_TEXTS 16

/* The noun that goes with count: one, or many. */
static inline const char *human_noun(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* "1 stone", "3 stones": count and its noun. */
const char *human_count(uint64_t count, const char *one, const char *many);

/* A number with its sign, "+4", "-3"; zero has none: "0". */
const char *human_signed(int number);

/* Half points as points: "7", "6.5", "-0.5". */
const char *human_half_points(int half_points);

/* The same with its sign: "+6.5", "-0.5"; zero has none. */
const char *human_signed_half_points(int half_points);

/* Bytes with their unit: "12.5 MiB"; what no machine has is "more than 1000 EiB". */
const char *human_size(double bytes);

/* Seconds with the unit that suits them: "2.62 s", "3.5 h", "12 days", "436 years"; what nobody
 * waits for is "more than a million years". */
const char *human_time(double seconds);

#endif
