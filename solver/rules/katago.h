/*
 * What KataGo calls its rules: names, and rule strings such as "koPOSITIONALscoreAREAtaxNONEsui1".
 * They are accepted wherever they mean the same as one of our rulesets.
 */
#ifndef SOLVER_RULES_KATAGO_H
#define SOLVER_RULES_KATAGO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct ruleset;

/* Does text, of length bytes, look like one? No preset does. */
bool katago_is_rule_string(const char *text, size_t length);

/*
 * The ruleset that it means, in our notation: a string constant. Returns 0; or -EINVAL, with the
 * part that has no equivalent here named in err.
 */
int katago_translate(const char *text, size_t length, const char **ret_ruleset, struct error *err);

/* The ruleset that KataGo means by a name of its own, of length bytes: a constant. NULL: it is no
 * name of KataGo's, or there is no such ruleset here. */
const char *katago_name(const char *text, size_t length);

/* Why a name of KataGo's has no ruleset here, a constant; NULL: it has one, or it is no such name.
 */
const char *katago_refusal(const char *text, size_t length);

/* KataGo's ko rule and its suicide of several stones that mean the same as a ruleset. Returns 0, or
 * -ENOTSUP: KataGo has no such rules. */
int katago_parts(const struct ruleset *rules, const char **ret_ko, bool *ret_suicide);

#endif
