/* Values under rulesets whose histories grow without bound. */
#ifndef SOLVER_ENGINE_UNBOUNDED_H
#define SOLVER_ENGINE_UNBOUNDED_H

#include "engine/solver.h"

/* solver_value() for history_model.unbounded. */
int unbounded_value(struct solver *solver, int guess, struct bounds *bounds);

#endif
