/*
 * What a store knows of the games that stand after a position's moves counts for the position: each
 * is what that move is worth, and the position is worth what the best of them is.
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_AFTER_H
#define SOLVER_STORE_ROOTS_ROOT_AFTER_H

#include "store/roots/root_find.h"

/*
 * Looks up the game after each move, with its whole history, and puts together what they say and
 * what is known of the position itself (root; NULL: nothing), which stays as it is. Symmetric moves
 * share it. Where the value is known without a line of best play, that of a best move follows it.
 * What rests on an import is marked. Returns 1 and *ret_facts, whose analysis is to be released; 0:
 * nothing is known of these games; -EBADMSG: it cannot all be true; -ENOMEM.
 */
int root_after_find(struct store *store, const struct game *game, int komi_half_points,
                    const struct root_facts *root, struct root_facts *ret_facts);

#endif
