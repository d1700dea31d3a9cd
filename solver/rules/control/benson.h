/*
 * Stones that cannot be captured even if their owner always passes (Benson, Life in the game of Go,
 * 1976).
 */
#ifndef SOLVER_RULES_CONTROL_BENSON_H
#define SOLVER_RULES_CONTROL_BENSON_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/control/location.h"

/*
 * Has the owner of stones such a chain in set? Suicide is illegal. Around the set stand more stones
 * of his, which cannot be captured either and which no chain in the set touches; empty are the
 * locations without a stone.
 */
bool benson_lives(const struct location_board *board, uint64_t set, uint64_t stones,
                  uint64_t empty);

#endif
