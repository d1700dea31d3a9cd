/* A principal variation as text. */
#ifndef SOLVER_REPORT_PV_TEXT_H
#define SOLVER_REPORT_PV_TEXT_H

#include "base/strbuf.h"
#include "solve.h"

/* Appends the moves. The cycle of endless play or of a no-result stands in brackets; "..." says
 * that the variation was cut. */
void pv_text_add(struct strbuf *text, const struct solve_result *result);

#endif
