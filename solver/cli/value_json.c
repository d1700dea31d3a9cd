/* Values as JSON. */
#include "cli/value_json.h"

#include "cli/json.h"

/* Returns a bound as JSON; null if it is infinite only because nothing is proved. */
static json_t *json_margin(int margin, bool proven)
{
    if (margin > -SOLVE_MARGIN_INFINITE && margin < SOLVE_MARGIN_INFINITE)
        return json_integer(margin);
    if (!proven)
        return json_null();
    return json_string(margin > 0 ? "+inf" : "-inf");
}

void value_json_set(json_t *object, const struct solve_bounds *bounds)
{
    bool lower_known = bounds->lower_min == bounds->lower_max;
    bool upper_known = bounds->upper_min == bounds->upper_max;
    json_with(object, "lower", json_margin(bounds->lower_min, lower_known));
    json_with(object, "upper", json_margin(bounds->upper_max, upper_known));
}
