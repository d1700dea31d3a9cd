/* Rulesets by the names that RU has for them. */
#ifndef SOLVER_SGF_RULES_H
#define SOLVER_SGF_RULES_H

#include "base/error.h"
#include "solve.h"

/*
 * Makes the ruleset that a record's RU names: what means the same as one of ours, or what
 * solve_rules_parse() reads. Returns 0, -EINVAL (err: no ruleset means the same, and which is
 * nearest) or -ENOMEM.
 */
int sgf_rules_parse(const char *text, struct solve_rules **ret_rules, struct error *err);

#endif
