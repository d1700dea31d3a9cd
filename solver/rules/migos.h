/*
 * The rules of MIGOS, Erik van der Werf's solver: simple ko, and a repeated situation decides.
 */
#ifndef SOLVER_RULES_MIGOS_H
#define SOLVER_RULES_MIGOS_H

#include "rules/ruleset.h"

extern const struct family family_migos;

#endif
