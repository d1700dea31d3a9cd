/* Values under rulesets whose histories grow without bound. */
#ifndef SOLVER_SEARCH_UNBOUNDED_H
#define SOLVER_SEARCH_UNBOUNDED_H

#include "search/solver.h"

/* solver_value() for history_model.unbounded. */
int unbounded_value(struct solver *solver, int guess, struct bounds *bounds);

/* solver_decide() for it, of a claim that the bounds do not decide. */
int unbounded_decide(struct solver *solver, const struct bounds_claim *asked,
                     struct bounds *bounds);

#endif
