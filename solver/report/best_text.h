/* Lists of best root moves as text. */
#ifndef SOLVER_REPORT_BEST_TEXT_H
#define SOLVER_REPORT_BEST_TEXT_H

#include "base/strbuf.h"
#include "solve.h"

/* Appends the best root moves, with a blank between them. */
void best_text_add(struct strbuf *text, const struct solve_result *result);

#endif
