/*
 * Values as JSON, and what is proved of them: {"min", "max", "min_known", "max_known", "outright"}.
 * min is the largest margin that Black is proved to force, max the smallest that White is proved to
 * force. null stands for infinite: min null, Black is not proved to force any end; max null, White
 * is not. *_known: it is proved that he cannot do better. outright is "black" or "white" where that
 * player is proved to force a win whatever the margin: then min and max are null. Both known and
 * min < max (or null): neither can force a better end. Under rules with half points
 * (solve_rules_half_points()) the numbers are halves: 1.5.
 */
#ifndef SOLVER_JSON_VALUE_JSON_H
#define SOLVER_JSON_VALUE_JSON_H

#include <jansson.h>

#include "solve.h"

json_t *value_json(const struct solve_bounds *bounds, const struct solve_rules *rules);

/* Reads that again, as far as it goes: what is not known of lower is somewhere up to upper's bound,
 * and the other way round. Returns 0, or -EINVAL: it is no value. */
int value_json_read(const json_t *json, const struct solve_rules *rules,
                    struct solve_bounds *ret_bounds);

/*
 * What a value comes to at a komi: {"winner", "by", "how"}, null if the bounds are not known. how
 * is "points", "tie", "outright" or "between": no side can force a better end than the one that
 * lies between (winner null). by is a number of points, null unless how is "points".
 */
json_t *value_json_at_komi(const struct solve_bounds *bounds, const struct solve_rules *rules,
                           int komi_half_points);

/* What the rules alone say of any value on the board (solve_bounds_of_rules()): {"min", "max"}, each
 * null where it is no bound. */
json_t *value_json_of_rules(const struct solve_rules *rules, const struct solve_board *board);

/* A whole number, or one and a half. */
json_t *value_json_half_points(int half_points);

#endif
