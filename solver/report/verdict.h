/*
 * Verdicts on the rows of published tables. A row is solved (or counted) under the rules that it
 * claims, within a limit, and its claim is compared with what is proved. Nothing is called verified
 * that was not proved, and what a certificate can say is certified.
 */
#ifndef SOLVER_REPORT_VERDICT_H
#define SOLVER_REPORT_VERDICT_H

#include "report/grid.h"
#include "report/rulesets.h"
#include "report/table.h"
#include "solve.h"

/* What a row may use. Each row is solved on one thread, so that the results do not depend on how
 * many threads there are. */
struct verdict_limits {
    double row_seconds;                      /* of each query that a row makes */
    size_t row_bytes;                        /* of memory */
    struct solve_store *store;               /* what was proved before, or NULL */
    int points_max;                          /* larger boards are not tried; 0: no limit */
    const struct solve_interrupt *interrupt; /* leaves the remaining rows open; or NULL */
    const char *proof_dir; /* where certificates go, those of larger boards, too; or NULL */
};

/* How the reason of a row begins whose certificate was made and not accepted. */
#define CERTIFICATE_REFUSED "the certificate is refused"

enum verdict_kind {
    VERDICT_VERIFIED,
    VERDICT_WRONG,
    VERDICT_OPEN,
    VERDICT_COMPUTED,  /* a number that nobody has claimed */
    VERDICT_AGREES,    /* of estimates: within the errors of both */
    VERDICT_DIFFERS,   /* of estimates: not so */
    VERDICT_ESTIMATED, /* an estimate where nobody has claimed one */
    VERDICT_NONE,      /* the table claims nothing */
};

/* "verified", "wrong", "not decided", "computed", "agrees", "differs", "estimated", "". */
const char *verdict_name(enum verdict_kind kind);

/* The columns of the results of table, for grid_init(). Returns how many. */
size_t verdict_columns(const struct table *table, struct grid_column columns[GRID_COLUMNS_MAX]);

/* The columns that the results of some table of its kind have. And: do those of all of them have
 * the column with that key? */
size_t verdict_columns_possible(const struct table *table,
                                struct grid_column columns[GRID_COLUMNS_MAX]);
bool verdict_column_always(const struct table *table, const char *key);

/* The rows of the results: those of the table; for TABLE_GREEDY each under every ruleset. */
struct verdict_plan {
    const struct table *table;
    struct rulesets rulesets; /* of TABLE_GREEDY */
    size_t count;
};

/* Returns 0, -EINVAL (err: a ruleset that the table names is unknown) or -ENOMEM. */
int verdict_plan_init(struct verdict_plan *ret_plan, const struct table *table, struct error *err);
void verdict_plan_release(struct verdict_plan *plan);

/* The row of the table that row i of the results is about. */
const struct table_row *verdict_plan_row(const struct verdict_plan *plan, size_t i);

/*
 * Finds the verdict on row i of the results and sets its cells in grid, which has plan->count rows.
 * Returns 0 and *ret_kind, or -ENOMEM. *ret_unwritten says why its certificate could not be kept,
 * "" if it was, or is not to be. Several threads may do this for rows of one plan at a time.
 */
int verdict_of_row(const struct verdict_plan *plan, size_t i, const struct verdict_limits *limits,
                   struct grid *grid, enum verdict_kind *ret_kind, struct error *ret_unwritten);

#endif
