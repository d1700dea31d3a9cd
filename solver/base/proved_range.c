/* Between which two numbers results say that a value lies. */
#include "base/proved_range.h"

static bool lies_within(const struct proved_range *inner, const struct proved_range *outer)
{
    return inner->lower >= outer->lower && inner->upper <= outer->upper;
}

bool proved_range_differ(const struct proved_range *a, const struct proved_range *b)
{
    return a->lower > b->upper || b->lower > a->upper || (a->decided && !lies_within(a, b)) ||
           (b->decided && !lies_within(b, a));
}

void proved_range_narrow(struct proved_range *range, const struct proved_range *known)
{
    if (range->decided)
        return;
    if (known->decided || known->lower > range->lower)
        range->lower = known->lower;
    if (known->decided || known->upper < range->upper)
        range->upper = known->upper;
    range->decided = known->decided;
}
