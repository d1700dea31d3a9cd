/* Whether play can be endless under the Ing-Spight Ko Rule. */
#ifndef SOLVER_ENDLESS_UNFOLDED_H
#define SOLVER_ENDLESS_UNFOLDED_H

#include "endless/witness.h"

/*
 * Goes through the states that can be reached (unfold/state.h). Returns 1 with moves, way, cycle
 * and balance in run->result, which are owned by it; 0 if no state can come back; -ENOENT if that
 * is not known, because there are too many states; -ERANGE: because the board has more than
 * UNFOLD_POINTS_MAX points; -ENOMEM, -ENOSPC or -EINTR.
 */
int unfolded_find(struct endless_run *run);

#endif
