/*
 * A slow finder of strategies without repetition: all states that can be come to, and among them
 * those from which the attacker gets to an end in n moves, for n = 1, 2, ... What it finds has no
 * state twice; whether a board comes back is left for the checker to say.
 */
#ifndef TESTS_CERTIFICATES_STRATEGY_FINDER_H
#define TESTS_CERTIFICATES_STRATEGY_FINDER_H

#include "certificate/write/strategy_write.h"
#include "rules/game.h"

#define FINDER_POINTS 16

struct finder_request {
    const struct game *game; /* at its start */
    bool root;
    struct move move; /* the first one, unless root */
    int who, margin;  /* of the claim */
    unsigned variant; /* 0: the first reply that does it; else a choice among them */
    bool answered;    /* a pass that frees a ko has a reply */
    bool living;      /* the strategy ends where its player lives with enough */
};

/*
 * Finds replies in the order of certificates; *ret_replies is to be freed. Returns false if there
 * are none (also where the move is not legal).
 */
bool strategy_find(const struct finder_request *request, uint8_t **ret_replies, size_t *ret_count);

#endif
