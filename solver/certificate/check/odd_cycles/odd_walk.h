/* A strategy under the Ing-Spight Ko Rule, gone through by the executable rules. */
#ifndef SOLVER_CERTIFICATE_CHECK_ODD_CYCLES_ODD_WALK_H
#define SOLVER_CERTIFICATE_CHECK_ODD_CYCLES_ODD_WALK_H

#include "certificate/check/odd_cycles/odd_past.h"
#include "certificate/replay.h"

/*
 * Walks depth first through all that can follow where the game stands, whose turns past has taken
 * in, if the claim's player replies as the strategy says. Each state is gone on from once, and
 * states with the same key are one. Where the claim's player is to move the next reply is read;
 * where his opponent is, his stones are tried, points ascending, then his pass. Every end must be
 * good for the claim; and if the claim forces, no state may come on the way from itself. All
 * replies must be wanted. Returns 0, -EINVAL (*ret_why says why not), -ENOMEM or what ended the
 * budget. The game stands as it did unless a negative number is returned.
 */
int odd_walk(struct replayed_game *game, struct odd_past *past,
             const struct certificate_claim *claim, const struct certificate_strategy *strategy,
             const char **ret_why);

#endif
