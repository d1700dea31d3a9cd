/* Demands on the past under rules with cycles. */
#include "proof/cycle_demands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board/array.h"

void cycle_demands_release(struct cycle_demands *demands)
{
    free(demands->watched);
    free(demands->ranges);
    free(demands->wanted);
    memset(demands, 0, sizeof(*demands));
}

void cycle_demands_clear(struct cycle_demands *demands)
{
    demands->watched_count = demands->range_count = demands->wanted_count = 0;
}

size_t cycle_demands_bytes(const struct cycle_demands *demands)
{
    return demands->watched_room * sizeof(*demands->watched) +
           (demands->range_room + demands->wanted_room) * sizeof(*demands->ranges);
}

static bool is_within(uint64_t set, uint64_t other)
{
    return (set & ~other) == 0;
}

bool cycle_range_holds(const struct cycle_range *range, const struct cycle_past *past)
{
    return range->situation == past->situation && is_within(range->low, past->used) &&
           is_within(past->used, range->high);
}

/* Where the situation is among the watched ones, or would be. */
static size_t find_watched(const struct cycle_demands *demands, uint32_t situation)
{
    size_t low = 0, high = demands->watched_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (demands->watched[middle] < situation)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_watched(const struct cycle_demands *demands, uint32_t situation)
{
    size_t at = find_watched(demands, situation);
    return at < demands->watched_count && demands->watched[at] == situation;
}

bool cycle_demands_allow(const struct cycle_demands *demands, const struct cycle_past *past)
{
    if (!is_watched(demands, past->situation))
        return true;
    for (size_t i = 0; i < demands->range_count; i++)
        if (cycle_range_holds(&demands->ranges[i], past))
            return true;
    return false;
}

int cycle_demands_watch(struct cycle_demands *demands, uint32_t situation)
{
    int r = array_reserve((void **)&demands->watched, demands->watched_count + 1,
                          &demands->watched_room, sizeof(*demands->watched));
    if (r < 0)
        return r;
    size_t at = find_watched(demands, situation);
    memmove(demands->watched + at + 1, demands->watched + at,
            (demands->watched_count++ - at) * sizeof(*demands->watched));
    demands->watched[at] = situation;
    return 0;
}

static int add(struct cycle_range **ranges, size_t *count, size_t *room, struct cycle_range range)
{
    for (size_t i = 0; i < *count; i++)
        if ((*ranges)[i].situation == range.situation && (*ranges)[i].low == range.low &&
            (*ranges)[i].high == range.high)
            return 0;
    int r = array_reserve((void **)ranges, *count + 1, room, sizeof(**ranges));
    if (r == 0)
        (*ranges)[(*count)++] = range;
    return r;
}

int cycle_demands_add_range(struct cycle_demands *demands, struct cycle_range range)
{
    return add(&demands->ranges, &demands->range_count, &demands->range_room, range);
}

int cycle_demands_want(struct cycle_demands *demands, struct cycle_range range)
{
    return add(&demands->wanted, &demands->wanted_count, &demands->wanted_room, range);
}

/* The range before the turn at here. Returns false if nothing comes to lie in it. */
static bool before(struct cycle_range *range, const struct cycle_past *here)
{
    range->low &= ~here->used;
    return is_within(here->used, range->high);
}

/* Takes over the ranges of a situation that only the child watches. */
static int take_ranges(struct cycle_demands *demands, const struct cycle_demands *child,
                       uint32_t situation, const struct cycle_past *here)
{
    int r = cycle_demands_watch(demands, situation);
    for (size_t i = 0; i < child->range_count && r == 0; i++) {
        struct cycle_range range = child->ranges[i];
        if (range.situation == situation && before(&range, here))
            r = cycle_demands_add_range(demands, range);
    }
    return r;
}

/* What lies in both ranges. */
static int add_common(struct cycle_demands *demands, const struct cycle_range *a,
                      const struct cycle_range *b)
{
    struct cycle_range both = {a->situation, a->low | b->low, a->high & b->high};
    return is_within(both.low, both.high) ? cycle_demands_add_range(demands, both) : 0;
}

/* Narrows the ranges of a situation that both watch: each with each. */
static int narrow_ranges(struct cycle_demands *demands, const struct cycle_demands *child,
                         uint32_t situation, const struct cycle_past *here)
{
    struct cycle_range *old = demands->ranges;
    size_t count = demands->range_count;
    int r = 0;
    demands->ranges = NULL;
    demands->range_count = demands->range_room = 0;
    for (size_t i = 0; i < count && r == 0; i++) {
        if (old[i].situation != situation)
            r = cycle_demands_add_range(demands, old[i]);
        for (size_t j = 0; old[i].situation == situation && j < child->range_count && r == 0; j++) {
            struct cycle_range range = child->ranges[j];
            if (range.situation == situation && before(&range, here))
                r = add_common(demands, &old[i], &range);
        }
    }
    free(old);
    return r;
}

int cycle_demands_take(struct cycle_demands *demands, const struct cycle_demands *child,
                       const struct cycle_past *here)
{
    int r = cycle_demands_allow(child, here) ? 0 : -EINVAL;
    for (size_t i = 0; i < child->watched_count && r == 0; i++) {
        uint32_t situation = child->watched[i];
        r = is_watched(demands, situation) ? narrow_ranges(demands, child, situation, here)
                                           : take_ranges(demands, child, situation, here);
    }
    for (size_t i = 0; i < child->wanted_count && r == 0; i++) {
        struct cycle_range range = child->wanted[i];
        if (!cycle_range_holds(&range, here))
            r = before(&range, here) ? cycle_demands_want(demands, range) : -EINVAL;
    }
    return r;
}
