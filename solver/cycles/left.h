/* What a run under rules with cycles leaves for later ones (search/warm.h). */
#ifndef SOLVER_CYCLES_LEFT_H
#define SOLVER_CYCLES_LEFT_H

#include "search/warm.h"

/* It is a struct cycle_search. The game of a run must not be over. */
extern const struct warm_kind left_cycles;

#endif
