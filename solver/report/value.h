/* Values in words, and what they come to at komi 0. */
#ifndef SOLVER_REPORT_VALUE_H
#define SOLVER_REPORT_VALUE_H

#include "base/strbuf.h"
#include "solve.h"

/* "+4", "0", "-inf"; "+4.5" where rules (NULL: any without) have half a point
 * (solve_rules_half_points()): a constant, or as human.h has it. */
const char *value_margin(int margin, const struct solve_rules *rules);

/* Reads what value_margin() writes of whole points, and nothing else. Returns 0 or -EINVAL. */
int value_margin_parse(const char *text, int *ret_margin);

/* The value as text where it is known, "+4" or "lower -4, upper +4"; else "". */
void value_add(struct strbuf *text, const struct solve_bounds *bounds,
               const struct solve_rules *rules);

/* The komi for solve_bounds_at_komi(): less what half points the rules give Black. */
int value_komi(int komi_half_points, const struct solve_rules *rules);

/* Black's result at komi 0 in points: the least and the most that it can still be. */
struct value_range {
    int least, most;
};
struct value_range value_at_zero(const struct solve_bounds *bounds);

#endif
