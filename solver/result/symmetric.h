/* Root moves that a symmetry takes to another one. */
#ifndef SOLVER_RESULT_SYMMETRIC_H
#define SOLVER_RESULT_SYMMETRIC_H

#include <stdbool.h>

#include "board/symmetry.h"
#include "result/analysis.h"

/*
 * Sets same_as of the stones that a symmetry of the graph takes to an earlier move. keeps says
 * whether symmetry s leaves the root as it is; a root with a past has no symmetries that count.
 * Returns 0 or -ENOMEM.
 */
int symmetric_find(struct analysis *analysis, const struct graph *graph,
                   bool (*keeps)(const struct symmetries *symmetries, int s, const void *root),
                   const void *root);

#endif
