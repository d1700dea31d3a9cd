/* Rulesets and games as several tests need them. */
#ifndef TESTS_COMMON_RULESETS_H
#define TESTS_COMMON_RULESETS_H

#include "rules/game.h"

/* Calls visit for every family with every combination of its fields that is for two players, but
 * points for the first pass only where all fields but the repetition have their defaults. */
void for_every_ruleset(void (*visit)(const struct ruleset *rules, void *arg), void *arg);

/* Calls it for each of the rulesets named, separated by blanks; "every": for_every_ruleset(). */
void for_rulesets(const char *names, void (*visit)(const struct ruleset *rules, void *arg),
                  void *arg);

/* The game in words; a static buffer. */
const char *show_game(const struct game *game);

#endif
