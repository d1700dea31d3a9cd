/*
 * The 3-plays ko rules, by Robert Jasiek, 27 September 2006.
 */
#ifndef SOLVER_RULES_THREE_PLAYS_H
#define SOLVER_RULES_THREE_PLAYS_H

#include "rules/ruleset.h"

extern const struct family family_three_plays;

#endif
