/*
 * Claims that need no proof where passes decide (rules/history_model.h): who only passes from a
 * start on loses no more than the board (certificate/strategy_soundness.md, "most"). Only files of
 * strategies can say so; lemmas have to be searched for.
 */
#ifndef SOLVER_SOLVE_CERTIFY_IDLE_H
#define SOLVER_SOLVE_CERTIFY_IDLE_H

#include "certificate/write/written_certificate.h"
#include "result/analysis.h"
#include "search/solver.h"

/* Is it such a claim, of the node at which solver stands? */
bool certify_idle_is(const struct solver *solver, const struct certificate_claim *claim);

/* Is all that the analysis says of a start, at which solver stands, of that kind, and does it
 * (unless root_only) say no more of its root moves? */
bool certify_idle_suffices(const struct solver *solver, const struct analysis *analysis,
                           bool root_only);

/* Claims what bounds, of that kind, say of the start. Returns 0 or -ENOMEM. */
int certify_idle(const struct solver *solver, const struct bounds *bounds,
                 struct written_certificate *ret_certificate);

#endif
