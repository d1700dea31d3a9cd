/* Values as the program shows them. */
#ifndef SOLVER_CLI_VALUE_TEXT_H
#define SOLVER_CLI_VALUE_TEXT_H

#include <jansson.h>

#include "engine/solver.h"

/* Bytes that value_margin() needs at most. */
#define VALUE_TEXT_MAX 16

/* "+4", "0", "-inf": buffer, or a constant. */
const char *value_margin(int margin, char *buffer);

/* Bytes that value_size() needs at most. */
#define SIZE_TEXT_MAX 32

/* Bytes with their unit, "12.5 MiB": buffer. */
const char *value_size(double bytes, char *buffer);

/* Sets "lower" and "upper" to what is proved: Black can force lower, White upper; where all of a
 * value is proved neither can do better. */
void value_set_bounds(json_t *object, const struct bounds *bounds);

#endif
