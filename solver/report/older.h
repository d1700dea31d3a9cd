/*
 * What an earlier run left in the folder of the results: NAME.csv beside NAME.md. What it proved
 * stays where this run, with its limits, did not get as far. Proved are the values and the plays of
 * a board under a ruleset after some moves; whether a table's claim is right follows from them, so
 * they also serve where the table has come to claim something else.
 */
#ifndef SOLVER_REPORT_OLDER_H
#define SOLVER_REPORT_OLDER_H

#include "report/grid.h"
#include "report/verdict.h"

/*
 * Reads DIR/NAME.csv. Returns 1 and a grid that is to be
 * released; 0 if there is none; or, with err, -EINVAL if the file is not what this program writes,
 * is damaged or contradicts itself, so that replacing it would lose what it says, -ENOMEM, -errno.
 */
int older_read(const char *dir, const struct table *table, struct grid *ret_older,
               struct error *err);

/* Do the rows of older agree with each other? Returns 0, or -EINVAL and err, which names path. */
int older_check(const char *path, const struct table *table, const struct grid *older,
                struct error *err);

/*
 * Takes into grid, in which all rows of plan have their verdicts, what older has and grid lacks.
 * Returns 0 and the number of rows taken over; -EEXIST (err) if a row that both have decided has
 * two values; or -ENOMEM.
 */
int older_take_over(const struct verdict_plan *plan, const struct grid *older, struct grid *grid,
                    size_t *ret_taken, struct error *err);

#endif
