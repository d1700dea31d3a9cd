/* Between which two numbers results say that a value lies. */
#ifndef SOLVER_BASE_PROVED_RANGE_H
#define SOLVER_BASE_PROVED_RANGE_H

#include <stdbool.h>

/* A value of one ruleset may be two numbers itself: then they are these once it is decided. */
struct proved_range {
    int lower, upper;
    bool decided;
};

/* Do two ranges of one value contradict each other? They have nothing in common, or one that is
 * decided does not lie within the other. */
bool proved_range_differ(const struct proved_range *a, const struct proved_range *b);

/* Takes over what is known besides, which does not contradict it. */
void proved_range_narrow(struct proved_range *range, const struct proved_range *known);

#endif
