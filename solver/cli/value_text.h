/* Values as the program shows them. */
#ifndef SOLVER_CLI_VALUE_TEXT_H
#define SOLVER_CLI_VALUE_TEXT_H

#include <jansson.h>

#include "search/solver.h"

/* "+4", "0", "-inf": a constant, or as human.h has it. */
const char *value_margin(int margin);

/* Sets "lower" and "upper" to what is proved: Black can force lower, White upper; where all of a
 * value is proved neither can do better. */
void value_set_bounds(json_t *object, const struct bounds *bounds);

#endif
