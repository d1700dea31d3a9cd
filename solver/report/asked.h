/* A claim that was asked, and its answer, in words. */
#ifndef SOLVER_REPORT_ASKED_H
#define SOLVER_REPORT_ASKED_H

#include "base/strbuf.h"
#include "solve.h"

/*
 * Appends "does Black get +24 or more? yes, proved"; where rules tell lower and upper apart "does
 * White force an end with +24 or less? no, proved"; or "... not decided".
 */
void asked_add(struct strbuf *text, const struct solve_claim *claim,
               const struct solve_bounds *bounds, const struct solve_rules *rules);

#endif
