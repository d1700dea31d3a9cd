/* The principal variation under the Ing-Spight Ko Rule. */
#ifndef SOLVER_UNFOLD_PV_H
#define SOLVER_UNFOLD_PV_H

#include "result/analysis.h"
#include "unfold/graph.h"

/*
 * Puts into analysis the moves from a state whose value is proved to be one number, to the end of
 * the game: each player in his turn takes a quickest way to force it. Returns 0 or -ENOMEM.
 */
int unfold_pv(const struct unfold_graph *graph, uint32_t root, struct analysis *analysis);

#endif
