/* Values as JSON. */
#ifndef SOLVER_CLI_VALUE_JSON_H
#define SOLVER_CLI_VALUE_JSON_H

#include <jansson.h>

#include "solve.h"

/* Sets "lower" and "upper" to what is proved: Black can force lower, White upper; where all of a
 * value is proved neither can do better. */
void value_json_set(json_t *object, const struct solve_bounds *bounds);

#endif
