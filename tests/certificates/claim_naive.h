/* What the naive solver says of a claim. */
#ifndef TESTS_CERTIFICATES_CLAIM_NAIVE_H
#define TESTS_CERTIFICATES_CLAIM_NAIVE_H

#include "certificate/format.h"
#include "rules/game.h"

enum claim_naive {
    CLAIM_NOT_ASKED, /* it is about an outright win, a game that is over or who is out, or denies */
    CLAIM_PROVED,
    CLAIM_UNDECIDED, /* with so many nodes */
    CLAIM_DISPROVED,
};

/* Asks the naive solver with at most so many nodes whether a claim about the game is true. Dies
 * where it is about an illegal play. */
enum claim_naive claim_naive(const struct game *game, const struct certificate_claim *claim,
                             long nodes);

#endif
