/* Demands on the past under rules with cycles. */
#include "certificate/check/cycles/demands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static size_t bytes_of(const struct cycle_demands *demands)
{
    return demands->watched_room * sizeof(*demands->watched) +
           (demands->range_room + demands->wanted_room) * sizeof(*demands->ranges);
}

void cycle_demands_release(struct cycle_demands *demands, struct budget *budget)
{
    budget->bytes += bytes_of(demands);
    free(demands->watched);
    free(demands->ranges);
    free(demands->wanted);
    memset(demands, 0, sizeof(*demands));
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

int cycle_demands_watch(struct cycle_demands *demands, uint32_t situation, struct budget *budget)
{
    int r = budget_reserve(budget, &demands->watched, demands->watched_count + 1,
                           &demands->watched_room, sizeof(*demands->watched));
    if (r == 0)
        r = budget_work(budget, 1 + demands->watched_count / 16);
    if (r < 0)
        return r;
    size_t at = find_watched(demands, situation);
    memmove(demands->watched + at + 1, demands->watched + at,
            (demands->watched_count++ - at) * sizeof(*demands->watched));
    demands->watched[at] = situation;
    return 0;
}

static int add(struct cycle_range **ranges, size_t *count, size_t *room, struct cycle_range range,
               struct budget *budget)
{
    int r = budget_work(budget, 1 + *count / 4);
    if (r < 0)
        return r;
    for (size_t i = 0; i < *count; i++)
        if ((*ranges)[i].situation == range.situation && (*ranges)[i].low == range.low &&
            (*ranges)[i].high == range.high)
            return 0;
    r = budget_reserve(budget, ranges, *count + 1, room, sizeof(**ranges));
    if (r == 0)
        (*ranges)[(*count)++] = range;
    return r;
}

int cycle_demands_add_range(struct cycle_demands *demands, struct cycle_range range,
                            struct budget *budget)
{
    return add(&demands->ranges, &demands->range_count, &demands->range_room, range, budget);
}

int cycle_demands_want(struct cycle_demands *demands, struct cycle_range range,
                       struct budget *budget)
{
    return add(&demands->wanted, &demands->wanted_count, &demands->wanted_room, range, budget);
}

/* The range before the turn at here. Returns false if nothing comes to lie in it. */
static bool before(struct cycle_range *range, const struct cycle_past *here)
{
    range->low &= ~here->used;
    return is_within(here->used, range->high);
}

/* Takes over the ranges of a situation that only the child watches. */
static int take_ranges(struct cycle_demands *demands, const struct cycle_demands *child,
                       uint32_t situation, const struct cycle_past *here, struct budget *budget)
{
    int r = cycle_demands_watch(demands, situation, budget);
    if (r == 0)
        r = budget_work(budget, child->range_count / 2);
    for (size_t i = 0; i < child->range_count && r == 0; i++) {
        struct cycle_range range = child->ranges[i];
        if (range.situation == situation && before(&range, here))
            r = cycle_demands_add_range(demands, range, budget);
    }
    return r;
}

/* What lies in both ranges. */
static int add_common(struct cycle_demands *demands, const struct cycle_range *a,
                      const struct cycle_range *b, struct budget *budget)
{
    struct cycle_range both = {a->situation, a->low | b->low, a->high & b->high};
    return is_within(both.low, both.high) ? cycle_demands_add_range(demands, both, budget) : 0;
}

/* What lies in a range and in one of the child's. */
static int narrow_range(struct cycle_demands *demands, const struct cycle_demands *child,
                        const struct cycle_range *own, const struct cycle_past *here,
                        struct budget *budget)
{
    int r = budget_work(budget, child->range_count / 2);
    for (size_t j = 0; j < child->range_count && r == 0; j++) {
        struct cycle_range range = child->ranges[j];
        if (range.situation == own->situation && before(&range, here))
            r = add_common(demands, own, &range, budget);
    }
    return r;
}

/* Narrows the ranges of a situation that both watch: each with each. */
static int narrow_ranges(struct cycle_demands *demands, const struct cycle_demands *child,
                         uint32_t situation, const struct cycle_past *here, struct budget *budget)
{
    struct cycle_range *old = demands->ranges;
    size_t count = demands->range_count, room = demands->range_room;
    int r = 0;
    demands->ranges = NULL;
    demands->range_count = demands->range_room = 0;
    for (size_t i = 0; i < count && r == 0; i++)
        r = old[i].situation == situation ? narrow_range(demands, child, &old[i], here, budget)
                                          : cycle_demands_add_range(demands, old[i], budget);
    budget->bytes += room * sizeof(*old);
    free(old);
    return r;
}

int cycle_demands_take(struct cycle_demands *demands, const struct cycle_demands *child,
                       const struct cycle_past *here, struct budget *budget)
{
    int r = budget_work(budget, 1 + child->range_count / 2);
    if (r == 0 && !cycle_demands_allow(child, here))
        r = -EINVAL;
    for (size_t i = 0; i < child->watched_count && r == 0; i++) {
        uint32_t situation = child->watched[i];
        r = is_watched(demands, situation) ? narrow_ranges(demands, child, situation, here, budget)
                                           : take_ranges(demands, child, situation, here, budget);
    }
    for (size_t i = 0; i < child->wanted_count && r == 0; i++) {
        struct cycle_range range = child->wanted[i];
        if (!cycle_range_holds(&range, here))
            r = before(&range, here) ? cycle_demands_want(demands, range, budget) : -EINVAL;
    }
    return r;
}
