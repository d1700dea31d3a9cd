/*
 * What is plotted: boards, rulesets, what they are worth and what that took, from CSV files with a
 * line of column names, as 'solve report' and 'solve tables' write them. Columns are found by name:
 *
 *     board, rules     wanted; a board is RxC, and CxR is the same board
 *     lower, upper     the value, or bounds of it; or both in one column, value or computed
 *     nodes            positions searched
 *     why              why it is not decided, or "": then lower and upper are the value
 *     after, asked     rows after moves are left out, and nodes of other questions than the value
 *     bytes            nodes are those of a certificate: left out
 *
 * What is not about empty boards is refused: 'takes' is a choice within a game, and numbers that
 * are 'computed' are values only beside a 'certificate'.
 */
#ifndef SOLVER_PLOT_DATA_H
#define SOLVER_PLOT_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/proved_range.h"

/* A margin that is infinite; others are from -PLOT_MARGIN_MOST to it. */
#define PLOT_INFINITE INT32_MAX
#define PLOT_MARGIN_MOST 9999

struct plot_row {
    int rows, columns; /* of the board; rows <= columns */
    char *rules;       /* canonical where the program has the ruleset; owned */
    bool has_bounds;   /* there is a range */
    bool open;         /* it is said, by bounds or by why, that the value is not decided */
    struct proved_range range;
    bool has_nodes;
    uint64_t nodes; /* at least 1 */
    size_t order;   /* in which the rows were read */
};

/* All zero: no rows. */
struct plot_data {
    struct plot_row *rows; /* in the order of the files */
    size_t count, room;
};

/*
 * Appends the rows of a file, "-" for stdin. Returns 0; -EINVAL (err: "FILE, line N: what is
 * wrong"): no such columns, no rows, a cell that cannot be read; another negative errno of reading;
 * -ENOMEM.
 */
int plot_data_read(struct plot_data *data, const char *path, struct error *err);

/* The same of text of size bytes, which name stands for in err. */
int plot_data_parse(struct plot_data *data, const char *name, const char *text, size_t size,
                    struct error *err);

/*
 * Makes one row of those about the same board and ruleset: the first of them that is decided, or
 * all their bounds together. Nodes of rows that are open count only where all of them are. Returns
 * 0, or -EINVAL (err): they contradict each other.
 */
int plot_data_join(struct plot_data *data, struct error *err);

void plot_data_release(struct plot_data *data);

#endif
