/* Certificates of what an analysis proved (proof/format.h), from the records of its lemmas. */
#ifndef SOLVER_ENGINE_CERTIFY_H
#define SOLVER_ENGINE_CERTIFY_H

#include "engine/analysis.h"
#include "proof/write.h"

struct certificate {
    struct proof_bytes file; /* empty: nothing was proved */
    size_t claim_count, node_count;
    size_t missing; /* claims that the analysis proved but that could not be certified */
    bool cut;       /* by the clock or an interruption: another run may make a smaller one */
};

/*
 * Puts the header, from game and the claims, and the body together: the file and the numbers of
 * ret_certificate. Nothing is written where there is no claim. Returns 0 or -ENOMEM.
 */
int certificate_write(const struct game *game, struct proof_claim *claims, size_t claim_count,
                      uint32_t node_count, const struct proof_bytes *body,
                      struct certificate *ret_certificate);

/*
 * Certifies the bounds in analysis of the root, at which solver stands, and of its first plays (one
 * of each class of symmetric ones; none with root_only). solver must have recorded since it was
 * opened. The deciding questions are asked again, and all is proved anew for a smaller certificate.
 * Only what is proved is claimed. The solver's lemmas are used up: all that is left is to close it.
 * Returns 0 or -ENOMEM.
 */
int certify(struct solver *solver, const struct analysis *analysis, bool root_only,
            struct certificate *ret_certificate);

void certificate_release(struct certificate *certificate);

#endif
