/* Proving again what an analysis found, for a certificate of it. */
#ifndef SOLVER_SOLVE_CERTIFY_ASK_H
#define SOLVER_SOLVE_CERTIFY_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "certificate/write/written_certificate.h"
#include "search/solver.h"

/*
 * Asks the query that a claim about the node at which solver stands is, until it is proved; once:
 * with so many nodes, unless that is 0. Returns whether it is proved: then its lemma is
 * search.proved, a reference that is the caller's to take.
 */
bool certify_ask(struct solver *solver, const struct certificate_claim *claim, uint64_t once);

#endif
