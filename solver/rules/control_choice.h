/* The choices of control (control.h) as fields, for rulesets and for the command line. */
#ifndef SOLVER_RULES_CONTROL_CHOICE_H
#define SOLVER_RULES_CONTROL_CHOICE_H

#include "rules/control/control.h"
#include "rules/ruleset.h"

/* Their values in the order of the enums of control.h. */
extern const struct field field_control_ko, field_control_pass, field_control_permanent;

/* All of them, NULL-terminated. */
extern const struct field *const control_fields[];

/* The choice of a ruleset: the text's own where its family does not have a field. */
struct control_choice control_choice_of(const struct ruleset *rules);

/*
 * Reads "field=value,...". Returns 0 or -EINVAL (err names the unknown field or value and what is
 * wanted).
 */
int control_choice_parse(const char *text, struct control_choice *ret_choice, struct error *err);

/* The index of field's value in choice. */
int control_choice_value(const struct control_choice *choice, const struct field *field);

#endif
