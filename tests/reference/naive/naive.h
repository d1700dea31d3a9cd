/*
 * The naive solver: full history, no table, straight from the executable rules. It is what the
 * engine is measured against; it uses nothing of the engine.
 */
#ifndef TESTS_NAIVE_H
#define TESTS_NAIVE_H

#include "rules/game.h"

/*
 * Can attacker force the game to end with Black's margin at least t (attacker 0, Black) or less
 * than t (attacker 1, White)? A game without result reaches neither; a ruleset whose play can be
 * endless must be given with cycle=no-result. The game is left as it was. *nodes, what it may look
 * at, counts down; if they do not suffice the result is -1: not known. Else 1 or 0.
 */
int naive_force(struct game *game, int attacker, int t, long *nodes);

#endif
