/* The parts of the Ing-Spight Ko Rule that its engine shares with the executable rules. */
#ifndef SOLVER_RULES_ING_SPIGHT_H
#define SOLVER_RULES_ING_SPIGHT_H

#include "rules/play_cycles.h"

/* Which cycles the ruleset knows. */
struct play_cycles ing_spight_cycles(const struct graph *graph, const struct ruleset *rules);

/* Is the family the one of ing-spight? */
bool ing_spight_is(const struct ruleset *rules);

#endif
