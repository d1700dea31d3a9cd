/* A line of best play. */
#ifndef SOLVER_ENGINE_LINE_H
#define SOLVER_ENGINE_LINE_H

#include "engine/analysis.h"

/*
 * Finds a line of best play from the root at which solver stands, whose bounds are known, into
 * analysis->line. At each node the mover's first play that is proved to keep the result is taken: a
 * pass if it does, else what comes first by the attractor. A limit cuts the line short
 * (line_complete). Returns 0 or -ENOMEM.
 */
int line_find(struct solver *solver, const struct analysis_options *options,
              struct analysis *analysis);

/* Sets analysis->game: game with the line played. Returns 0 or -ENOMEM. */
int line_keep(const struct game *game, struct analysis *analysis);

#endif
