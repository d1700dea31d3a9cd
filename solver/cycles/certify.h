/* Certificates under rules with cycles (certificate/cycle_nodes.h), from the records of the lemmas.
 */
#ifndef SOLVER_CYCLES_CERTIFY_H
#define SOLVER_CYCLES_CERTIFY_H

#include "certificate/write/written_certificate.h"
#include "cycles/search.h"
#include "result/analysis.h"

/*
 * As certify(): certifies what analysis has proved that a player forces, of the root, at which
 * search stands and which is that of game, and of its root moves, whose edges are those of
 * analysis->moves. search must have recorded since it was made. What a player cannot force has no
 * certificate. Returns 0 or -ENOMEM.
 */
int cycle_certify(struct cycle_search *search, const struct game *game,
                  const struct analysis *analysis, const struct cycle_edge *edges, bool root_only,
                  struct written_certificate *ret_certificate);

#endif
