/* The files of results/: one Markdown and one CSV file a table. */
#ifndef SOLVER_REPORT_RESULTS_H
#define SOLVER_REPORT_RESULTS_H

#include "report/grid.h"
#include "report/verdict.h"

/* How many rows have which verdict. */
struct results_count {
    size_t of[VERDICT_NONE + 1]; /* by enum verdict_kind */
};

struct results_count results_count(const struct grid *grid);

/* "19 rows: 14 verified, 1 wrong, 4 not decided" */
void results_write_count(FILE *out, const struct grid *grid);

/* The table's title, source and rows as Markdown. */
void results_write_markdown(FILE *out, const struct table *table, const struct grid *grid);

/*
 * Writes DIR/NAME.csv and DIR/NAME.md, each first under another name and then renamed; DIR is made
 * if it is missing. First grid takes over what the present files prove beyond this run (older.h);
 * *ret_taken is of how many rows. Nothing in the files depends on the machine or the
 * time it took. Returns 0; -EINVAL or -EEXIST if what is there cannot be taken over, and then it
 * stays as it is; or another negative errno (err names the file).
 */
int results_write(const char *dir, const struct verdict_plan *plan, struct grid *grid,
                  size_t *ret_taken, struct error *err);

/* Can the present files be taken over? Call it before hours of search. Returns as results_write().
 */
int results_check(const char *dir, const struct table *table, struct error *err);

#endif
