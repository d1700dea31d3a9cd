/* Values under rules with cycles. */
#ifndef SOLVER_CYCLES_VALUE_H
#define SOLVER_CYCLES_VALUE_H

#include "base/bounds.h"
#include "cycles/search.h"

/*
 * Narrows *bounds of the situation at which the search's game stands until lower and upper are
 * known. Where cycles are removed that happens only if lower and upper are one number. What is
 * proved is written to *bounds at once. Returns 0, or -EAGAIN if a limit stopped it or no proof is
 * to be expected (search->stopped).
 */
int cycle_value(struct cycle_search *search, int guess, struct bounds *bounds);

/* The same, but where asked is not NULL only until the bounds decide that claim: nothing else is
 * asked. */
int cycle_decide(struct cycle_search *search, int guess, const struct bounds_claim *asked,
                 struct bounds *bounds);

#endif
