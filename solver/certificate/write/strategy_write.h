/* Writing certificates of strategies (certificate/check/strategy/check.h). Nothing of it is part of
 * a check. */
#ifndef SOLVER_CERTIFICATE_WRITE_STRATEGY_WRITE_H
#define SOLVER_CERTIFICATE_WRITE_STRATEGY_WRITE_H

#include "certificate/write/write.h"

/* A claim: who forces an end with Black's margin >= margin (who is Black) or <= margin (White). */
struct strategy_claim {
    bool root;        /* about the game as it stands; else about it after move */
    struct move move; /* legal there; no removal of a cycle */
    int who;
    int margin;             /* Black's view; finite */
    bool most;              /* no board has a margin beyond it: no strategy is needed */
    const uint8_t *replies; /* in the order in which a check meets the states:
                               certificate/check/strategy/check.h */
    size_t reply_count;
};

/*
 * Makes the bytes of a file from claims about a game as it stands; strategies are numbered in the
 * order of the claims that need one. answered: they have replies to passes that free a ko; living:
 * they end where their player lives with enough. Says nothing about whether they will be accepted.
 * Returns 0 or -ENOMEM; *ret_file is the caller's to free() (its bytes).
 */
int write_strategies(const struct game *game, const struct strategy_claim *claims,
                     size_t claim_count, bool answered, bool living, struct bytes *ret_file);

#endif
