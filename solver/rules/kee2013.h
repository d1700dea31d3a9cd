/*
 * Kee Rules of Go, by Wilton Kee, 30 April 2013 (Sensei's Library). Numbers in brackets are the
 * numbers of its rules.
 */
#ifndef SOLVER_RULES_KEE2013_H
#define SOLVER_RULES_KEE2013_H

#include "board/move.h"
#include "rules/families.h"

enum alliance { ALLIANCE_YES, ALLIANCE_NO };

extern const struct field field_alliance;

/* Does such a move count when the ko player is looked for [12]? By the field tally. */
bool kee2013_counts_pass(const struct ruleset *rules, enum move_kind kind);

#endif
