/* What stands in a cell of a table, as numbers. */
#ifndef SOLVER_PLOT_CELL_H
#define SOLVER_PLOT_CELL_H

#include <stdbool.h>
#include <stdint.h>

/* All return 0, or -EINVAL: text is no such thing, or too large. */

/* "3x4": the smaller number is the rows. Each is at most 999. */
int cell_board(const char *text, int *ret_rows, int *ret_columns);

/* "+4", "-4", "0", "inf", "+inf", "-inf": see PLOT_INFINITE. */
int cell_margin(const char *text, int *ret_margin);

/* "+4", "-1..1", "lower -4, upper +4". */
int cell_value(const char *text, int *ret_lower, int *ret_upper);

/* A number without a sign. */
int cell_count(const char *text, uint64_t *ret_count);

#endif
