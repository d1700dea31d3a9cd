/* The verdict on a claim by what is proved already, without solving anything. */
#ifndef SOLVER_REPORT_VERDICT_AGAIN_H
#define SOLVER_REPORT_VERDICT_AGAIN_H

#include "report/verdict.h"

/*
 * What the cells "computed" and "best" of an earlier result, proved of the same board, rules and
 * moves, say of the claims of row: VERDICT_OPEN where they do not tell. Adds to reason what is
 * wrong.
 */
enum verdict_kind verdict_again(const struct table *table, const struct table_row *row,
                                const char *computed, const char *best, struct strbuf *reason);

/* Is the cell a value, or a number, rather than something about the claim of then? */
bool verdict_again_is_value(const struct table *table, const char *computed);

#endif
