/* The claims that the bounds of a node make. */
#ifndef SOLVER_SOLVE_CERTIFY_CLAIMS_H
#define SOLVER_SOLVE_CERTIFY_CLAIMS_H

#include "base/bounds.h"
#include "certificate/write/write.h"
#include "rules/history_model.h"

#define CERTIFY_CLAIMS_MAX 4

/* Lists them in their order, each about what `about` is about. Returns their number. */
size_t certify_claims(const struct history_model *model, const struct certificate_claim *about,
                      const struct bounds *bounds,
                      struct certificate_claim ret_claims[CERTIFY_CLAIMS_MAX]);

#endif
