/*
 * Certificates of what coalitions get (certificate/coalition_nodes.h): facts with their recorded
 * proofs become nodes. Several coalitions of one game go into one certificate. Nothing of it is
 * part of a check.
 */
#ifndef SOLVER_PLAYERS_PROOF_H
#define SOLVER_PLAYERS_PROOF_H

#include "certificate/write/written_certificate.h"
#include "players/force.h"

/* All zero: nothing is claimed. */
struct proof {
    struct bytes body;
    uint32_t nodes;
    struct certificate_claim *claims;
    size_t claim_count, claim_room;
    size_t begun; /* the first claim of the present coalition: their nodes are facts, plus 1 */
};

void proof_release(struct proof *proof);

/* Bytes that the certificate takes until it is made: what is held now, and the body once more, in
 * the file. */
size_t proof_bytes(const struct proof *proof);

/*
 * Claims what force has found for goal at the state where its trail stands, which is the root or
 * follows it by move (NULL: the root): that the coalition gets so much, or that it does not.
 * Returns 0 or -ENOMEM.
 */
int proof_claim(struct proof *proof, const struct force *force, const struct move *move, int goal,
                bool reached);

/*
 * Turns what the claims of force's coalition rest on into nodes. Call force_end_search() before: a
 * node is about as long as the conditions of its fact, which that lets go, so that a search that
 * kept to a limit with proof_bytes() beside it is within it here, too. Returns 0 or -ENOMEM.
 */
int proof_add_nodes(struct proof *proof, const struct force *force);

/* Makes the file. Returns 0 or -ENOMEM. */
int proof_write(struct proof *proof, const struct game *game,
                struct written_certificate *ret_certificate);

#endif
