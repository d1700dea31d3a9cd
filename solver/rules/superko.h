/*
 * The position-repetition rules: positional, situational and natural situational superko, New
 * Zealand's, simple ko, and none at all; with them the fields of Tromp-Taylor and the national
 * rules. Sources: Tromp and Taylor's Logical Rules of Go; the AGA's and New Zealand's rules;
 * Wikipedia, "Rules of Go".
 */
#ifndef SOLVER_RULES_SUPERKO_H
#define SOLVER_RULES_SUPERKO_H

#include "rules/families.h"

enum repetition {
    REPETITION_PSK,
    REPETITION_SSK,
    REPETITION_NSSK,
    REPETITION_OWN,
    REPETITION_SIMPLE,
    REPETITION_NONE
};
enum pass_stones { PASS_STONES_NO, PASS_STONES_YES };

extern const struct field field_repetition, field_pass_stones;

#endif
