/* The longest game against the naive count. */
#ifndef TESTS_REFERENCE_COUNTS_AGREE_LONGEST_H
#define TESTS_REFERENCE_COUNTS_AGREE_LONGEST_H

#include "rules/game.h"

/*
 * Bounds the longest game from where game stands, and plays the game that is found. Returns NULL,
 * or what is wrong where the longest has so many plays: a constant. *met becomes one more where the
 * bounds meet.
 */
const char *agree_longest(const struct game *game, size_t plays, unsigned *met);

#endif
