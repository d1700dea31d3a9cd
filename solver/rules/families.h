/*
 * All families of rules, one a file. Only presets.c names them (and tests, where they must tell one
 * from another).
 */
#ifndef SOLVER_RULES_FAMILIES_H
#define SOLVER_RULES_FAMILIES_H

#include "rules/ruleset.h"

extern const struct family family_configuration;
extern const struct family family_fixed_ko;
extern const struct family family_ing_spight;
extern const struct family family_kee2007;
extern const struct family family_kee2013;
extern const struct family family_kee2020;
extern const struct family family_kee2020_march;
extern const struct family family_kee_v6;
extern const struct family family_ljrg;
extern const struct family family_long_cycle;
extern const struct family family_migos;
extern const struct family family_repeated_pass;
extern const struct family family_repetition_draws;
extern const struct family family_spight;
extern const struct family family_spight2;
extern const struct family family_superko;
extern const struct family family_three_plays;

#endif
