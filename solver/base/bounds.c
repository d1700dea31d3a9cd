/* What is proved of a value. */
#include "base/bounds.h"

int bounds_result(int lower, int upper, int komi_half_points)
{
    if (2 * lower > komi_half_points)
        return 2 * lower;
    return 2 * upper < komi_half_points ? 2 * upper : komi_half_points;
}

void bounds_narrow(struct bounds *bounds, const struct bounds *known)
{
    if (known->lower_min > bounds->lower_min)
        bounds->lower_min = known->lower_min;
    if (known->lower_max < bounds->lower_max)
        bounds->lower_max = known->lower_max;
    if (known->upper_min > bounds->upper_min)
        bounds->upper_min = known->upper_min;
    if (known->upper_max < bounds->upper_max)
        bounds->upper_max = known->upper_max;
}

void bounds_order(struct bounds *bounds)
{
    if (bounds->upper_min < bounds->lower_min)
        bounds->upper_min = bounds->lower_min;
    if (bounds->lower_max > bounds->upper_max)
        bounds->lower_max = bounds->upper_max;
}
