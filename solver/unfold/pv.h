/* The principal variation under the Ing-Spight Ko Rule. */
#ifndef SOLVER_UNFOLD_PV_H
#define SOLVER_UNFOLD_PV_H

#include "result/analysis.h"
#include "unfold/graph.h"

/*
 * Puts into analysis the moves from a state whose value is known, to the end of the game: each
 * player in his turn takes a quickest way to force it. Where the value is a pair, and the komi is
 * between its ends, they go to a state that recurs (cycle_from). Where it is not, the player whom
 * that suits forces his end, and the opponent holds him to it. Returns 0 or -ENOMEM.
 */
int unfold_pv(const struct unfold_graph *graph, uint32_t root, int komi_half_points,
              struct analysis *analysis);

#endif
