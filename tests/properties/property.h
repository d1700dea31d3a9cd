/* What the property tests share: random games under many rulesets, and their values. */
#ifndef TESTS_PROPERTY_H
#define TESTS_PROPERTY_H

#include "common/check.h"
#include "common/games.h"
#include "common/rulesets.h"

#include "result/analysis.h"

/* A ruleset and the boards on which everything about it is solved in no time. */
struct setting {
    const char *rules, *boards; /* names of boards separated by blanks */
};

extern const struct setting settings[];
extern const size_t setting_count;

/* Calls check for some random games of each setting: a random start and up to `moves` legal moves.
 * Of so many games they are a part, all of them where all is repeated (common/repeats.h). */
void for_random_games(int games, int moves, void (*check)(const struct game *game));
void for_random_games_of(const struct setting *list, size_t count, int games, int moves,
                         void (*check)(const struct game *game));

/* Limits that no test may reach. */
struct limits wide_limits(void);

/* Finds the value with at most so many nodes. Returns whether it did. */
bool value_within(const struct game *game, uint64_t max_nodes, struct bounds *ret_bounds);

/* The value, which must be found within the limits. */
struct bounds value_of(const struct game *game);

/* Fails with both values and the game if they differ. */
void check_same_value(const struct game *game, struct bounds one, struct bounds other,
                      const char *what);

#endif
