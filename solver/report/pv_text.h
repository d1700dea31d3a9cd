/* A line of best play as text. */
#ifndef SOLVER_REPORT_PV_TEXT_H
#define SOLVER_REPORT_PV_TEXT_H

#include "base/strbuf.h"
#include "result/analysis.h"

/* Appends the moves of the best line; in brackets the lap of endless play or of a no-result; "..."
 * where the line was cut. */
void pv_text_add(struct strbuf *text, const struct analysis *analysis);

#endif
