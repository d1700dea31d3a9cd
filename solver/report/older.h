/*
 * The results of an earlier run: NAME.csv beside NAME.md in the folder of the results. What that
 * run proved stays where this run, with its limits, did not get as far. What is proved are values
 * and best moves of a board under a ruleset after some moves. Whether a claim is right follows from
 * them, so they serve as well if the table claims something else now.
 */
#ifndef SOLVER_REPORT_OLDER_H
#define SOLVER_REPORT_OLDER_H

#include "report/grid.h"
#include "report/verdict.h"

/*
 * Reads DIR/NAME.csv. Returns 1 and a grid that the caller releases; 0 if there is no file; or,
 * with err, -ENOMEM, another negative errno, or -EINVAL: the file is not what this program writes,
 * is damaged or contradicts itself, so that replacing it would lose what it says.
 */
int older_read(const char *dir, const struct table *table, struct grid *ret_older,
               struct error *err);

/* Do the rows of older agree with each other? Returns 0, or -EINVAL and err, which names path. */
int older_check(const char *path, const struct table *table, const struct grid *older,
                struct error *err);

/*
 * Takes over what older has and grid lacks. In grid all rows of plan have their verdicts. Where the
 * value is the same and grid has no whole line of best play, only the line of then is kept. Returns
 * 0 and the number of rows of which more than the line was taken over; -EEXIST (err) if a row that both have decided has two values;
 * or -ENOMEM.
 */
int older_take_over(const struct verdict_plan *plan, const struct grid *older, struct grid *grid,
                    size_t *ret_taken, struct error *err);

#endif
