/*
 * KataGo's rule strings, e.g. "koPOSITIONALscoreAREAtaxNONEsui1": accepted wherever they mean the
 * same as one of our rulesets.
 */
#ifndef SOLVER_RULES_KATAGO_H
#define SOLVER_RULES_KATAGO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Does text, of length bytes, look like one? No preset does. */
bool katago_is_rule_string(const char *text, size_t length);

/*
 * The ruleset that it means, in our notation: a string constant. Returns 0; or -EINVAL, with the
 * part that has no equivalent here named in err.
 */
int katago_translate(const char *text, size_t length, const char **ret_ruleset, struct error *err);

#endif
