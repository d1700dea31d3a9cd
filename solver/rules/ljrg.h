/*
 * Logical Japanese Rules of Go, by Robert M. Pauli, popular version, summer 2004. Numbers in
 * brackets are the numbers of its rules.
 */
#ifndef SOLVER_RULES_LJRG_H
#define SOLVER_RULES_LJRG_H

#include "rules/control/control.h"
#include "rules/families.h"
#include "rules/game.h"

/* [9] Why an empty location is prohibited. */
enum prohibition {
    PROHIBITED_NOT,
    PROHIBITED_SUICIDE,
    PROHIBITED_PSEUDO_SUICIDE,
    PROHIBITED_INITIALLY,
    PROHIBITED_BY_KO,
    PROHIBITED_FOR_GOOD,
};

/* Why the player who moves after turn may not put a stone on the empty point; no cycle removed. */
enum prohibition ljrg_prohibition(const struct game *game, size_t turn, int point);

/* "ko", "it was cleared by a ko capture in the turn before": for rules and reasons. */
const char *ljrg_prohibition_rule(enum prohibition prohibition);
const char *ljrg_prohibition_words(enum prohibition prohibition);

/* May disturbing cycles be removed under these rules? */
bool ljrg_removes(const struct ruleset *rules);

/* What the scores of a game are found with, or NULL: the board is too large. The game's own. */
struct control *ljrg_control(const struct game *game);

#endif
