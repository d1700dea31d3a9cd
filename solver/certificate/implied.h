/*
 * What one certificate claims of another's claims, by their headers alone: nobody looks at the
 * proofs here.
 */
#ifndef SOLVER_CERTIFICATE_IMPLIED_H
#define SOLVER_CERTIFICATE_IMPLIED_H

#include <stdbool.h>

#include "certificate/format.h"

/* Are both about the same game: board, rules, position, who moves first, and moves? */
bool certificate_same_game(const struct certificate *a, const struct certificate *b);

/*
 * Does claim, of the same game, follow from one of the certificate's claims? Each is compared with
 * those about the same place, the root or a play: a claim that follows from several, or from one
 * about another place, is not seen to.
 */
bool certificate_says(const struct certificate *certificate, const struct certificate_claim *claim);

/* Does it, or is it what the rules alone say: that nobody loses more than the board? */
bool certificate_implies(const struct certificate *certificate,
                         const struct certificate_claim *claim);

#endif
