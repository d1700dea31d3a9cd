/*
 * What a node under rules with cycles demands of the past. Of the past nothing matters but which
 * situations stood before and what was used since each of them. Two kinds of demands on that:
 *
 * - watched: wherever the situation stood, what was used since lies in one of some ranges (there
 *   may be none: it must not have stood);
 * - wanted: the situation stood, and what was used since one time lies in a range.
 *
 * A range (low, high) is all sets between the two: those that hold low and lie within high. If then
 * a turn uses a set D, what was used since grows by D; so what lay between low \ D and high before
 * lies between low and high after it, provided that D lies within high, and nothing else does.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_CYCLES_DEMANDS_H
#define SOLVER_CERTIFICATE_CHECK_CYCLES_DEMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "certificate/budget.h"

struct cycle_range {
    uint32_t situation;
    uint64_t low, high;
};

/* Watched situations ascend; ranges are theirs, in any order. */
struct cycle_demands {
    uint32_t *watched;
    struct cycle_range *ranges, *wanted;
    size_t watched_count, range_count, wanted_count;
    size_t watched_room, range_room, wanted_room;
};

/* What grows is counted in the budget, and given back here. */
void cycle_demands_release(struct cycle_demands *demands, struct budget *budget);

/* A time at which a situation stood, and what was used since. */
struct cycle_past {
    uint32_t situation;
    uint64_t used;
};

/* Do the watched demands allow it? */
bool cycle_demands_allow(const struct cycle_demands *demands, const struct cycle_past *past);

/* Does the wanted range hold it? */
bool cycle_range_holds(const struct cycle_range *range, const struct cycle_past *past);

/* All that follow return 0, -ENOMEM or what ended the budget (budget.h). */

/* Watches a situation, which is not watched yet, with no range. */
int cycle_demands_watch(struct cycle_demands *demands, uint32_t situation, struct budget *budget);

/* Adds a range of a watched situation. */
int cycle_demands_add_range(struct cycle_demands *demands, struct cycle_range range,
                            struct budget *budget);

int cycle_demands_want(struct cycle_demands *demands, struct cycle_range range,
                       struct budget *budget);

/*
 * Adds what child demands, seen from before the turn that led to it, which was made at here.
 * Also returns -EINVAL: here itself, which stands before the child, is not allowed, or what is
 * wanted cannot be.
 */
int cycle_demands_take(struct cycle_demands *demands, const struct cycle_demands *child,
                       const struct cycle_past *here, struct budget *budget);

#endif
