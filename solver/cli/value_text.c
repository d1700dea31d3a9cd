/* Values as the program shows them. */
#include "cli/value_text.h"

#include <stdio.h>

const char *value_margin(int margin, char *buffer)
{
    if (margin >= MARGIN_INFINITE)
        return "+inf";
    if (margin <= -MARGIN_INFINITE)
        return "-inf";
    snprintf(buffer, VALUE_TEXT_MAX, margin > 0 ? "+%d" : "%d", margin);
    return buffer;
}

const char *value_size(double bytes, char *buffer)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    for (; bytes >= 1024 && unit < sizeof(units) / sizeof(units[0]) - 1; unit++)
        bytes /= 1024;
    snprintf(buffer, SIZE_TEXT_MAX, bytes < 1000 ? "%.1f %s" : "%.4g %s", bytes, units[unit]);
    return buffer;
}

/* A bound; null where only infinity is known of it and that is not proved. */
static json_t *json_margin(int margin, bool proven)
{
    if (margin > -MARGIN_INFINITE && margin < MARGIN_INFINITE)
        return json_integer(margin);
    if (!proven)
        return json_null();
    return json_string(margin > 0 ? "+inf" : "-inf");
}

void value_set_bounds(json_t *object, const struct bounds *bounds)
{
    bool lower_known = bounds->lower_min == bounds->lower_max;
    bool upper_known = bounds->upper_min == bounds->upper_max;
    json_object_set_new(object, "lower", json_margin(bounds->lower_min, lower_known));
    json_object_set_new(object, "upper", json_margin(bounds->upper_max, upper_known));
}
