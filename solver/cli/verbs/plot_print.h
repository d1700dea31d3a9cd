/* What is plotted, as text and as JSON. */
#ifndef SOLVER_CLI_VERBS_PLOT_PRINT_H
#define SOLVER_CLI_VERBS_PLOT_PRINT_H

#include <jansson.h>

#include "base/error.h"
#include "plot/series.h"

/* A table on stdout: a line for each series. Returns 0, or -ENOMEM (err). */
int plot_print_text(const struct plot_series_list *list, enum plot_kind kind, struct error *err);

/* An array with an object for each series. */
json_t *plot_print_json(const struct plot_series_list *list);

#endif
