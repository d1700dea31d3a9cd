/*
 * The bordered sets that matter (Pauli's rule 15).
 *
 * A set is bordered by a player if its locations next to the outside hold his stones and the
 * outside ones next to it do not. So of two neighbours with his stones both are in it or none; the
 * same for two without; and a location without his stone brings all his stones next to it. A
 * bordered set is therefore a union of his chains and of regions (connected sets of locations
 * without his stones), with each region all chains next to it.
 *
 * A chain none of whose regions is in the set loses all its liberties in the game on the set and is
 * removed at the start; its locations next to the regions then are empty in the opponent's turn,
 * and the game is lost (two_eyes.h, 1). So only sets that are regions and the chains next to them
 * matter.
 *
 * If the builder may pass, only connected ones do. For let a set fall into two parts without an
 * edge between them. Both are bordered; a formation on the whole is one on each part; play on a
 * part is the same in the game on it as in that on the whole, as all around it are the opponent's
 * stones. Who wins on the whole wins on a part: he plays as on the whole, where the opponent only
 * plays on the part, and passes where that strategy plays on the other part.
 */
#ifndef SOLVER_RULES_CONTROL_BORDERED_H
#define SOLVER_RULES_CONTROL_BORDERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/graph.h"

/* Sets in ascending order of size. */
struct bordered {
    uint64_t *sets;
    size_t count, room;
    bool complete; /* false: there are more than the limit, and some are missing */
};

/*
 * Finds the sets bordered by him whose stones own are (bit p: location p), at most limit;
 * connected: only the connected ones. Returns 0 or -ENOMEM. Release with bordered_release().
 */
int bordered_find(const struct graph *graph, uint64_t own, bool connected, size_t limit,
                  struct bordered *ret_bordered);

void bordered_release(struct bordered *bordered);

#endif
