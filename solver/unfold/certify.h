/* Certificates under the Ing-Spight Ko Rule. */
#ifndef SOLVER_UNFOLD_CERTIFY_H
#define SOLVER_UNFOLD_CERTIFY_H

#include "certificate/write/written_certificate.h"
#include "result/analysis.h"
#include "unfold/graph.h"

/* A state that is claimed of: the root, or what a root move leads to. */
struct unfold_claimed {
    bool root;
    struct move move;
    uint32_t id;
    struct bounds bounds; /* no wider than what the graph proves of it */
};

/*
 * Makes a certificate of what bounds say of some states, with strategies out of the graph, on whose
 * bounds unfold_graph_bound() was called. *ret_certificate is all zero. Returns 0, or -ENOMEM: then
 * it holds nothing, and all claims are missing.
 */
int unfold_certify(const struct unfold_graph *graph, const struct game *game,
                   const struct unfold_claimed *claimed, size_t count,
                   struct written_certificate *ret_certificate);

#endif
