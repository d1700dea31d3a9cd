/* Certificates of what an analysis proved (certificate/format.h), made of its lemmas' records. */
#ifndef SOLVER_SOLVE_CERTIFY_H
#define SOLVER_SOLVE_CERTIFY_H

#include "certificate/write/written_certificate.h"
#include "result/analysis.h"
#include "search/solver.h"

/*
 * Certifies the bounds in analysis of the root, at which solver stands, and of its root moves (one
 * of each class of symmetric ones; none with root_only). solver must have recorded since it was
 * opened, or else all is proved with a record now, guided by what it has proved. The deciding
 * queries are asked again, and all is proved anew for a smaller certificate. Only what is proved is
 * claimed. The solver's lemmas are used up: all that is left is to close it. Returns 0 or -ENOMEM.
 */
int certify(struct solver *solver, const struct analysis *analysis, bool root_only,
            struct written_certificate *ret_certificate);

#endif
