/* The rows that belong together: one line of a plot each. */
#ifndef SOLVER_PLOT_SERIES_H
#define SOLVER_PLOT_SERIES_H

#include <stddef.h>

#include "plot/data.h"

/* Boards with the same number of rows under one ruleset, the shorter first. */
struct plot_series {
    const char *rules; /* of the data */
    int rows;
    size_t place;               /* of its ruleset in the order of the list */
    const struct plot_row **at; /* of the data */
    size_t count, room;
};

/* More lines than that nobody tells apart. */
#define PLOT_SERIES_MOST 300

/* All zero: none. */
struct plot_series_list {
    struct plot_series *all;
    size_t count, room;
};

/* What a series is made of. */
enum plot_kind {
    PLOT_VALUES, /* rows that have bounds */
    PLOT_NODES,  /* rows that have nodes */
};

/*
 * Sorts the rows of the data, which must be kept: rulesets in the order of rules, which ends with
 * NULL and leaves out others, or (NULL) as they come; within a ruleset by rows. rows is that of all
 * boards wanted, or 0. Returns 0, -ENOMEM, or -E2BIG: more than
 * PLOT_SERIES_MOST. *ret_list is the caller's to release.
 */
int plot_series_make(const struct plot_data *data, enum plot_kind kind, const char *const *rules,
                     int rows, struct plot_series_list *ret_list);

void plot_series_release(struct plot_series_list *list);

/* The row of the series with so many columns, or NULL. */
const struct plot_row *plot_series_find(const struct plot_series *series, int columns);

/* The least and the largest number of columns in the list, which is not empty. */
void plot_series_columns(const struct plot_series_list *list, int *ret_least, int *ret_most);

#endif
