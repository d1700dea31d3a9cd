/* What the rules did at a turn. */
#ifndef SOLVER_EXPLORE_SITE_OUTCOME_H
#define SOLVER_EXPLORE_SITE_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/strbuf.h"
#include "solve.h"

/* Is there nothing to be said of the turn, but for the stones that it put and took? Then the other
 * of two players is next. */
bool outcome_is_plain(const struct solve_game *game, size_t turn);

/*
 * {"rule", "reason", "back_to", "banned", "ended", "winner", "score", "next"}: as a choice of a
 * view (explore/view/choices.h), and who moves next, null where the game is over. "situation", too,
 * under rules that remove cycles. A score is said of the last turn only.
 */
json_t *outcome_json(const struct solve_game *game, size_t turn);

/* Appends the points that the turn left empty though a stone was there or was put there (code.h).
 * So the board after it is the one before, with the stone that was put, without these. */
void outcome_add_captures(struct strbuf *text, const struct solve_game *game, size_t turn);

#endif
