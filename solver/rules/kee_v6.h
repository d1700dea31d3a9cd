/*
 * Kee Rules of Go v6.0, by Wilton Kee, 30 August 2004 (Sensei's Library).
 */
#ifndef SOLVER_RULES_KEE_V6_H
#define SOLVER_RULES_KEE_V6_H

#include "rules/ruleset.h"

extern const struct family family_kee_v6;

#endif
