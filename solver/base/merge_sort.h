/*
 * Sorts numbers that mostly come in runs which ascend nearly. Define MERGE_SORT_TYPE, their type,
 * before this is included; qsort(), which calls a function for each two, takes several times as
 * long.
 */
#ifndef SOLVER_BASE_MERGE_SORT_H
#define SOLVER_BASE_MERGE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef MERGE_SORT_TYPE
#define MERGE_SORT_TYPE uint32_t
#endif

/* So many are sorted one by one. */
#define MERGE_SORT_RUN 8

static inline void merge_sort_insert(MERGE_SORT_TYPE *all, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        MERGE_SORT_TYPE one = all[i];
        size_t to = i;
        for (; to > 0 && one < all[to - 1]; to--)
            all[to] = all[to - 1];
        all[to] = one;
    }
}

/* Merges two runs, the second of which follows the first. */
static inline void merge_sort_merge(const MERGE_SORT_TYPE *left, const MERGE_SORT_TYPE *middle,
                                    const MERGE_SORT_TYPE *end, MERGE_SORT_TYPE *to)
{
    const MERGE_SORT_TYPE *right = middle;
    if (left < middle && right < end && middle[-1] > *right) {
        while (left < middle && right < end) {
            bool smaller = *right < *left;
            *to++ = smaller ? *right : *left;
            right += smaller;
            left += !smaller;
        }
    }
    memcpy(to, left, (size_t)(middle - left) * sizeof(*to));
    memcpy(to + (middle - left), right, (size_t)(end - right) * sizeof(*to));
}

static inline bool merge_sort_ascend(const MERGE_SORT_TYPE *all, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (all[i - 1] > all[i])
            return false;
    return true;
}

/* Sorts all with as much room; returns which of the two they are in. */
static inline MERGE_SORT_TYPE *merge_sort(MERGE_SORT_TYPE *all, MERGE_SORT_TYPE *room, size_t count)
{
    for (size_t at = 0; at < count; at += MERGE_SORT_RUN)
        merge_sort_insert(all + at, count - at < MERGE_SORT_RUN ? count - at : MERGE_SORT_RUN);
    if (merge_sort_ascend(all, count))
        return all;
    for (size_t run = MERGE_SORT_RUN; run < count; run *= 2) {
        MERGE_SORT_TYPE *sorted = room;
        for (size_t at = 0; at < count; at += 2 * run) {
            size_t middle = at + run < count ? at + run : count;
            size_t end = middle + run < count ? middle + run : count;
            merge_sort_merge(all + at, all + middle, all + end, room + at);
        }
        room = all;
        all = sorted;
    }
    return all;
}

#endif
