/* What stands in a game because boards came back: a ban, a ko, cycles. */
#ifndef SOLVER_EXPLORE_VIEW_REPEATS_H
#define SOLVER_EXPLORE_VIEW_REPEATS_H

#include <jansson.h>

#include "explore/view/choices.h"
#include "solve.h"

/*
 * {"text": a sentence, "banned": the points that may not be played since something would come back
 * or a cycle stands, "player": who may not play any more since the last turn, or null, "situation":
 * as a replay has it, or null}; null where nothing stands.
 */
json_t *repeats_json(const struct solve_game *game, const struct move_choices *choices);

#endif
