/* Keeping what was proved of a position elsewhere: by a certificate that was checked. */
#ifndef SOLVER_STORE_ROOTS_ROOT_ADD_H
#define SOLVER_STORE_ROOTS_ROOT_ADD_H

#include "base/bounds.h"
#include "rules/game.h"

struct store;

/*
 * Queues bounds of the game's value for writing, as proved here; what the store knows already stays
 * (root_merge.h). The store is open to write, and the game is not over. Returns 0; -EBADMSG: they
 * can be none of it (*ret_why is a constant text that says what is wrong); or -ENOMEM.
 */
int root_add(struct store *store, const struct game *game, int komi_half_points,
             const struct bounds *bounds, const char **ret_why);

#endif
