/* Where a player lives, found on lists of points: what the checker and the search, which do it on
 * words, are compared with (docs/certificate-format.md, "Living strategies"). */
#ifndef TESTS_CERTIFICATES_LIVING_H
#define TESTS_CERTIFICATES_LIVING_H

#include <stdbool.h>

#include "board/graph.h"
#include "board/position.h"
#include "rules/ruleset.h"

/* May strategies be living ones, as far as suicide, what comes of it and scoring go? */
bool living_may_be(const struct ruleset *rules);

/* How many points are the player's stones that live under these rules, and their eyes. */
int living_points(const struct graph *graph, const struct ruleset *rules,
                  const struct position *board, int player);

#endif
