/* Checking a row of a table when it is read, so that the verdict on it meets no surprise. */
#ifndef SOLVER_REPORT_TABLE_CHECK_H
#define SOLVER_REPORT_TABLE_CHECK_H

#include "report/table.h"

/* Returns 0, -EINVAL (err says which cell and why) or -ENOMEM. */
int table_check_row(const struct table *table, const struct table_row *row, struct error *err);

#endif
