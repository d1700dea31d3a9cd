/* The rulesets as JSON: what there is, and what can be varied. */
#ifndef SOLVER_JSON_RULES_JSON_H
#define SOLVER_JSON_RULES_JSON_H

#include <jansson.h>

/*
 * Sets "presets": each ruleset with a name, its other names, what it says, its source, and its
 * fields with their values; and "families": the fields that can be varied, the first value being
 * the default. Returns object.
 */
json_t *rules_json_set(json_t *object);

#endif
