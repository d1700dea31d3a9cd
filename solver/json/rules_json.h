/* The rulesets as JSON: what there is, and what can be varied. */
#ifndef SOLVER_JSON_RULES_JSON_H
#define SOLVER_JSON_RULES_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

/* Is preset i (solve_rules_preset()) the first one of its family? */
bool rules_json_is_new_family(size_t i);

/*
 * Sets "presets": each ruleset with a name, its other names, what it says, its source, and its
 * fields with their values; and "families": the fields that can be varied, the first value being
 * the default. Returns object.
 */
json_t *rules_json_set(json_t *object);

#endif
