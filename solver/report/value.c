/* Values in words, and what they come to at komi 0. */
#include "report/value.h"

#include "base/human.h"

const char *value_margin(int margin)
{
    if (margin >= SOLVE_MARGIN_INFINITE)
        return "+inf";
    if (margin <= -SOLVE_MARGIN_INFINITE)
        return "-inf";
    return human_signed(margin);
}

void value_add(struct strbuf *text, const struct solve_bounds *bounds)
{
    if (!solve_bounds_known(bounds))
        return;
    if (bounds->lower_min != bounds->upper_min)
        strbuf_add(text, "lower ");
    strbuf_add(text, "%s", value_margin(bounds->lower_min));
    if (bounds->lower_min == bounds->upper_min)
        return;
    strbuf_add(text, ", upper ");
    strbuf_add(text, "%s", value_margin(bounds->upper_min));
}

struct value_range value_at_zero(const struct solve_bounds *bounds)
{
    return (struct value_range){
        .least = solve_bounds_at_komi(bounds->lower_min, bounds->upper_min, 0) / 2,
        .most = solve_bounds_at_komi(bounds->lower_max, bounds->upper_max, 0) / 2,
    };
}
