/*
 * Where a player lives with enough, so that from there on he only passes (strategy_soundness.md,
 * "Living strategies").
 */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_LIVES_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_LIVES_H

#include "certificate/check/strategy/moves.h"

/*
 * May strategies be living ones: does the area count, and is nothing suicide or are the rules those
 * under which who goes on alone comes to an end all the same (Kee v6.0, suicide=change)?
 */
bool strategy_may_live(const struct strategy_board *board, const struct history_model *model);

/*
 * Is the board safe for the attacker: do his unconditionally living stones (D. B. Benson: Life in
 * the game of Go, 1976) and their eyes of one point give him what is wanted? Only under terms with
 * living set is any.
 */
bool strategy_is_safe(const struct strategy_terms *terms, const struct strategy_stones *stones);

#endif
