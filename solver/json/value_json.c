/* Values as JSON. */
#include "json/value_json.h"

#include <stdlib.h>

#include "json/json.h"
#include "json/player.h"

static json_t *margin_json(int margin)
{
    bool finite = margin > -SOLVE_MARGIN_INFINITE && margin < SOLVE_MARGIN_INFINITE;
    return finite ? json_integer(margin) : json_null();
}

/* Who is proved to force a win outright; NULL: nobody. */
static const char *outright(const struct solve_bounds *bounds)
{
    if (bounds->lower_min >= SOLVE_MARGIN_INFINITE)
        return player_name(0);
    return bounds->upper_max <= -SOLVE_MARGIN_INFINITE ? player_name(1) : NULL;
}

json_t *value_json(const struct solve_bounds *bounds)
{
    bool min_known = bounds->lower_min == bounds->lower_max;
    bool max_known = bounds->upper_min == bounds->upper_max;
    json_t *object = json_with(json_object(), "min", margin_json(bounds->lower_min));
    object = json_with(object, "max", margin_json(bounds->upper_max));
    object = json_with(object, "min_known", json_boolean(min_known));
    object = json_with(object, "max_known", json_boolean(max_known));
    return json_with(object, "outright", json_text_or_null(outright(bounds)));
}

json_t *value_json_half_points(int half_points)
{
    return half_points % 2 == 0 ? json_integer(half_points / 2) : json_real(half_points / 2.0);
}

json_t *value_json_at_komi(const struct solve_bounds *bounds, int komi_half_points)
{
    if (!solve_bounds_known(bounds))
        return json_null();
    int result = solve_bounds_at_komi(bounds->lower_min, bounds->upper_min, komi_half_points);
    int over = result - komi_half_points;
    bool between =
        2 * bounds->lower_min < komi_half_points && komi_half_points < 2 * bounds->upper_min;
    bool whole = abs(result) >= 2 * SOLVE_MARGIN_INFINITE;
    const char *how = between ? "between" : over == 0 ? "tie" : whole ? "outright" : "points";
    const char *winner = between || over == 0 ? NULL : player_name(over > 0 ? 0 : 1);
    bool by = winner != NULL && !whole;
    json_t *object = json_with(json_object(), "winner", json_text_or_null(winner));
    object = json_with(object, "by", by ? value_json_half_points(abs(over)) : json_null());
    return json_with(object, "how", json_string(how));
}
