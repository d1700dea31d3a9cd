/* The verdict on a claim by what is proved already, without solving anything. */
#ifndef SOLVER_REPORT_VERDICT_AGAIN_H
#define SOLVER_REPORT_VERDICT_AGAIN_H

#include "report/verdict.h"

/*
 * Returns the verdict on the claims of row by the cells "computed" and "best" of an earlier result
 * for the same board, rules and moves; VERDICT_OPEN if they do not decide it. Adds to reason what
 * is wrong.
 */
enum verdict_kind verdict_again(const struct table *table, const struct table_row *row,
                                const char *computed, const char *best, struct strbuf *reason);

/* Is the cell a value or a number? Else it says something about the claim of that time. */
bool verdict_again_is_value(const struct table *table, const char *computed);

#endif
