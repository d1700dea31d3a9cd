/*
 * The fixed ko rule, found by Robert Jasiek in 1997 (Sensei's Library, Fixed Ko Rule).
 */
#ifndef SOLVER_RULES_FIXED_KO_H
#define SOLVER_RULES_FIXED_KO_H

#include "rules/ruleset.h"

extern const struct family family_fixed_ko;

#endif
