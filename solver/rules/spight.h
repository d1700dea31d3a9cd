/*
 * Bill Spight's superko rule (Sensei's Library, Spight Rules): a pass lifts all bans.
 */
#ifndef SOLVER_RULES_SPIGHT_H
#define SOLVER_RULES_SPIGHT_H

#include "rules/ruleset.h"

extern const struct family family_spight;

#endif
