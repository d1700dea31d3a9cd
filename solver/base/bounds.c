/* What is proved of a value. */
#include "base/bounds.h"

#include <stddef.h>

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

struct bounds bounds_seen_by(bool white, const struct bounds *bounds)
{
    return white ? (struct bounds){-bounds->upper_max, -bounds->upper_min, -bounds->lower_max,
                                   -bounds->lower_min}
                 : *bounds;
}

void bounds_order(struct bounds *bounds)
{
    if (bounds->upper_min < bounds->lower_min)
        bounds->upper_min = bounds->lower_min;
    if (bounds->lower_max > bounds->upper_max)
        bounds->lower_max = bounds->upper_max;
}

enum bounds_answer bounds_answer(const struct bounds *bounds, const struct bounds_claim *claim)
{
    bool yes =
        claim->of_white ? bounds->upper_max <= claim->margin : bounds->lower_min >= claim->margin;
    bool no =
        claim->of_white ? bounds->upper_min > claim->margin : bounds->lower_max < claim->margin;
    return yes ? BOUNDS_TRUE : no ? BOUNDS_FALSE : BOUNDS_OPEN;
}

bool bounds_suffice(const struct bounds *bounds, const struct bounds_claim *asked)
{
    return asked != NULL ? bounds_answer(bounds, asked) != BOUNDS_OPEN : bounds_known(bounds);
}

struct bounds bounds_deciding(const struct bounds *bounds, const struct bounds_claim *claim,
                              bool pairs)
{
    struct bounds said = bounds_unknown();
    int least = claim->of_white ? claim->margin + 1 : claim->margin;
    if (bounds->lower_min >= least)
        said.lower_min = bounds->lower_min;
    else if (bounds->upper_max < least)
        said.upper_max = bounds->upper_max;
    else if (claim->of_white)
        said.upper_min = bounds->upper_min;
    else
        said.lower_max = bounds->lower_max;
    if (pairs)
        return said;
    said.upper_min = said.lower_min =
        said.lower_min > said.upper_min ? said.lower_min : said.upper_min;
    said.upper_max = said.lower_max =
        said.lower_max < said.upper_max ? said.lower_max : said.upper_max;
    return said;
}
