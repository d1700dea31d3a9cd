/*
 * What Wilton Kee's rules of 16 March and of 8 October 2020 (Sensei's Library) have in common: a
 * pass lifts the bans of positional superko.
 */
#ifndef SOLVER_RULES_KEE2020_H
#define SOLVER_RULES_KEE2020_H

#include "rules/families.h"

struct history_model;

/* What becomes of the board on which the pass is made. */
enum passed_board { PASSED_BOARD_LIFTED, PASSED_BOARD_KEPT };
extern const struct field field_passed_board;

/* Refuses the last turn of game, under the name of rule, if it is a stone that the superko forbids.
 */
void kee2020_superko(const struct game *game, const char *rule, struct verdict *verdict);

/*
 * Says in *ret_model the superko (class 0), its stones and passes, and that class 1 bars the stones
 * right after a pass, those after at most so many in a row. Three passes in a row end the game.
 */
enum { KEE2020_STOOD, KEE2020_REPLIED };
void kee2020_describe(const struct ruleset *rules, int stone_on_passes,
                      struct history_model *ret_model);

#endif
