/* Values in words, and what they come to at komi 0. */
#include "report/value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"

const char *value_margin(int margin, const struct solve_rules *rules)
{
    if (margin >= SOLVE_MARGIN_INFINITE)
        return "+inf";
    if (margin <= -SOLVE_MARGIN_INFINITE)
        return "-inf";
    return human_signed_half_points(2 * margin + solve_rules_half_points(rules));
}

int value_margin_parse(const char *text, int *ret_margin)
{
    bool infinite = strcmp(text + (text[0] != '\0'), "inf") == 0;
    long margin = infinite ? SOLVE_MARGIN_INFINITE : strtol(text, NULL, 10);
    if (infinite && text[0] == '-')
        margin = -margin;
    if (labs(margin) > SOLVE_MARGIN_INFINITE || strcmp(value_margin((int)margin, NULL), text) != 0)
        return -EINVAL;
    *ret_margin = (int)margin;
    return 0;
}

void value_add(struct strbuf *text, const struct solve_bounds *bounds,
               const struct solve_rules *rules)
{
    if (!solve_bounds_known(bounds))
        return;
    if (bounds->lower_min != bounds->upper_min)
        strbuf_add(text, "lower ");
    strbuf_add(text, "%s", value_margin(bounds->lower_min, rules));
    if (bounds->lower_min == bounds->upper_min)
        return;
    strbuf_add(text, ", upper ");
    strbuf_add(text, "%s", value_margin(bounds->upper_min, rules));
}

int value_komi(int komi_half_points, const struct solve_rules *rules)
{
    return komi_half_points - solve_rules_half_points(rules);
}

struct value_range value_at_zero(const struct solve_bounds *bounds)
{
    return (struct value_range){
        .least = solve_bounds_at_komi(bounds->lower_min, bounds->upper_min, 0) / 2,
        .most = solve_bounds_at_komi(bounds->lower_max, bounds->upper_max, 0) / 2,
    };
}
