/* What a board is worth as it stands, prisoners not counted. */
#ifndef SOLVER_STATES_MARGIN_H
#define SOLVER_STATES_MARGIN_H

#include "board/bits.h"
#include "rules/ruleset.h"
#include "states/group.h"

/* Returns Black's margin. */
static inline int margin_of_stones(const struct bits_board *board, enum scoring scoring,
                                   struct stones stones)
{
    uint64_t black = stones.of[BLACK], white = stones.of[WHITE];
    int margin = 0;
    if (scoring != SCORING_TERRITORY)
        margin += __builtin_popcountll(black) - __builtin_popcountll(white);
    if (scoring != SCORING_STONE)
        margin += bits_territory(board, black, white);
    return margin;
}

#endif
