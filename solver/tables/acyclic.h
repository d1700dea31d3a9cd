/*
 * What a player forces by a strategy in whose lines no board comes back, whoever plays: for rules
 * under which that would give the opponent something (history_free.h, HISTORY_FREE_BOARDS).
 *
 * Boards get ranks, one for both players to move. A board is ranked after others, and then for
 * good:
 *
 *   full, when each stone move of the opponent leads to a ranked board and his pass is answered:
 *      the board scores the margin, or the owner has a stone move to a full board;
 *   weak, when the owner has a stone move to a full board: it is good for him with the move only.
 *
 * All those boards are ranked earlier. So every stone move of a line, the opponent's too, leads to
 * a board of lower rank, and none stands twice. A full board is good with either to move: the owner
 * makes his move to a full board if he has one, else he passes, and the board scores the margin.
 *
 * A board that is ranked weak cannot become full, so the order matters; any is sound. Boards that
 * could never be full are ranked weak at once: without ranks (`all`) the owner does not force the
 * margin there with the opponent to move. The others wait while any board can be ranked full. Then
 * those with the most stones of the owner, and of these with the most stones, are ranked weak, and
 * so on: play mostly fills the board. (Of several such orders this one decided most on 3x4.)
 */
#ifndef SOLVER_TABLES_ACYCLIC_H
#define SOLVER_TABLES_ACYCLIC_H

#include "tables/attractor.h"

/*
 * Computes it for every margin, one layer of no passes in a row; the same whatever the number of
 * threads. all: MARGIN_EVERY without ko, on the same moves. Of how, margin and passes_to_end are
 * not looked at; stage may be called after several margins. Returns as attractor_init().
 */
int acyclic_init(struct attractor *ret_attractor, const struct attractor *all,
                 const struct attractor_work *how);

/* The bytes that making it takes besides for each board and thread. */
size_t acyclic_board_bytes(void);

#endif
