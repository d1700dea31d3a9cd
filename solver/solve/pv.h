/* The principal variation. */
#ifndef SOLVER_SOLVE_PV_H
#define SOLVER_SOLVE_PV_H

#include "result/analysis.h"
#include "search/solver.h"

/*
 * Finds a principal variation from the root at which solver stands, whose bounds are known, into
 * analysis->pv. At each node the mover's first move that is proved to keep the result is taken: a
 * pass if it does, else what comes first by the attractor. A limit, or memory that lacks, cuts it
 * short (pv_stopped).
 */
void pv_find(struct solver *solver, const struct analysis_options *options,
             struct analysis *analysis);

#endif
