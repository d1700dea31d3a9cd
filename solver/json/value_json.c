/* Values as JSON. */
#include "json/value_json.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"
#include "json/player.h"

static json_t *margin_json(int margin, const struct solve_rules *rules)
{
    bool finite = margin > -SOLVE_MARGIN_INFINITE && margin < SOLVE_MARGIN_INFINITE;
    return finite ? value_json_half_points(2 * margin + solve_rules_half_points(rules))
                  : json_null();
}

/* Who is proved to force a win outright; NULL: nobody. */
static const char *outright(const struct solve_bounds *bounds)
{
    if (bounds->lower_min >= SOLVE_MARGIN_INFINITE)
        return player_name(0);
    return bounds->upper_max <= -SOLVE_MARGIN_INFINITE ? player_name(1) : NULL;
}

json_t *value_json(const struct solve_bounds *bounds, const struct solve_rules *rules)
{
    bool min_known = bounds->lower_min == bounds->lower_max;
    bool max_known = bounds->upper_min == bounds->upper_max;
    json_t *object = json_with(json_object(), "min", margin_json(bounds->lower_min, rules));
    object = json_with(object, "max", margin_json(bounds->upper_max, rules));
    object = json_with(object, "min_known", json_boolean(min_known));
    object = json_with(object, "max_known", json_boolean(max_known));
    return json_with(object, "outright", json_text_or_null(outright(bounds)));
}

json_t *value_json_of_rules(const struct solve_rules *rules, const struct solve_board *board)
{
    struct solve_bounds any;
    if (solve_bounds_of_rules(rules, board, &any) < 0)
        return json_null();
    json_t *object = json_with(json_object(), "min", margin_json(any.lower_min, rules));
    return json_with(object, "max", margin_json(any.upper_max, rules));
}

/* A margin; where it is null, it is infinite. Returns 0 or -EINVAL. */
static int read_margin(const json_t *json, int infinite, int half_points, int *ret_margin)
{
    double margin = json_number_value(json) - half_points / 2.0;
    if (json_is_null(json)) {
        *ret_margin = infinite;
        return 0;
    }
    if (!json_is_number(json) || margin != floor(margin) || margin <= -SOLVE_MARGIN_INFINITE ||
        margin >= SOLVE_MARGIN_INFINITE)
        return -EINVAL;
    *ret_margin = (int)margin;
    return 0;
}

int value_json_read(const json_t *json, const struct solve_rules *rules,
                    struct solve_bounds *ret_bounds)
{
    int half = solve_rules_half_points(rules);
    const char *winner = json_string_value(json_object_get(json, "outright"));
    const json_t *min_known = json_object_get(json, "min_known");
    const json_t *max_known = json_object_get(json, "max_known");
    bool black = winner != NULL && strcmp(winner, player_name(0)) == 0;
    bool white = winner != NULL && strcmp(winner, player_name(1)) == 0;
    int lower, upper;
    int r = read_margin(json_object_get(json, "min"),
                        black ? SOLVE_MARGIN_INFINITE : -SOLVE_MARGIN_INFINITE, half, &lower);
    if (r == 0)
        r = read_margin(json_object_get(json, "max"),
                        white ? -SOLVE_MARGIN_INFINITE : SOLVE_MARGIN_INFINITE, half, &upper);
    if (r < 0 || !json_is_boolean(min_known) || !json_is_boolean(max_known))
        return -EINVAL;
    *ret_bounds = (struct solve_bounds){.lower_min = lower,
                                        .lower_max = json_is_true(min_known) ? lower : upper,
                                        .upper_min = json_is_true(max_known) ? upper : lower,
                                        .upper_max = upper};
    return 0;
}

json_t *value_json_half_points(int half_points)
{
    return half_points % 2 == 0 ? json_integer(half_points / 2) : json_real(half_points / 2.0);
}

json_t *value_json_at_komi(const struct solve_bounds *bounds, const struct solve_rules *rules,
                           int komi_half_points)
{
    if (!solve_bounds_known(bounds))
        return json_null();
    komi_half_points -= solve_rules_half_points(rules);
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
