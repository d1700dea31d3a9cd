/* Which rulesets give boards the same values, and where they part. */
#ifndef SOLVER_PLOT_GROUPS_H
#define SOLVER_PLOT_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "plot/series.h"

/* Is nothing left to know of either, and is it the same for every board? */
bool plot_groups_equal(const struct plot_series *a, const struct plot_series *b);

/* Is the series of that index the first with its values? */
bool plot_groups_is_first(const struct plot_series_list *list, size_t index);

/* Appends "psk, ssk": the rulesets of the series that equal that of the index, itself first. */
void plot_groups_add_names(const struct plot_series_list *list, size_t index, struct strbuf *text);

/* Appends where the series differs from the first of the list: "differs from psk at 1x9 and 1x12",
 * "the same as psk". Nothing for the first. */
void plot_groups_add_difference(const struct plot_series_list *list, size_t index,
                                struct strbuf *text);

/* Appends a value: "+4", "-4 to +4", "0 to +9, not decided". */
void plot_groups_add_value(const struct plot_row *row, struct strbuf *text);

/* "+4", "-inf": a constant, or as human.h has it. */
const char *plot_groups_margin(int margin);

#endif
