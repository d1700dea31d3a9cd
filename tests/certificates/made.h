/* What the tests of certificates share: games to certify, certificates taken apart. */
#ifndef TESTS_CERTIFICATES_MADE_H
#define TESTS_CERTIFICATES_MADE_H

#include "certificate/check/check.h"
#include "certificate/write/write.h"
#include "common/games.h"
#include "common/rulesets.h"
#include "solve/certify.h"

/*
 * Calls check for games under each of the rulesets (separated by blanks, or "every": every
 * combination of the fields of every family). With count 0 from every legal position, both players
 * to move; else count random positions, each with up to `moves` random moves.
 */
void for_games(const char *board, const char *rules, int count, int moves,
               void (*check)(const struct game *game, void *arg), void *arg);

/* Calls check for the empty board, Black to move, under each of the rulesets. */
void for_empty_board(const char *board, const char *rules,
                     void (*check)(const struct game *game, void *arg), void *arg);

/* A game solved, with its certificate. */
struct made {
    struct analysis analysis;
    struct written_certificate certificate;
};

/* Solves with at most max_nodes and certifies. False: it was stopped; nothing is to be released. */
bool make(const struct game *game, uint64_t max_nodes, struct made *ret_made);
/* The same of what is found without a record of proofs first, as on boards with many positions. */
bool make_later(const struct game *game, uint64_t max_nodes, struct made *ret_made);
void made_release(struct made *made);

/* A certificate taken apart. */
struct parts {
    uint8_t *bytes; /* that proof was read from */
    struct certificate proof;
    struct certificate_node *nodes; /* proof.node_count, and room for one more */
};

/* Takes a copy of the bytes apart; dies if they are no certificate. parts_release() it. */
void parts_open(struct parts *parts, const struct bytes *file);
void parts_release(struct parts *parts);

/* Puts parts together again; *ret_file is to be freed. */
void parts_join(const struct parts *parts, struct bytes *ret_file);

/* Is it accepted? If not why is the line that says so. */
bool is_accepted(const struct bytes *file, struct error *why);

/* Is the claim true if these are the bounds of what it is about? All must be known. */
bool is_true(const struct certificate_claim *claim, const struct bounds *bounds);

/* The bounds of what the claim is about; NULL: an illegal move. */
const struct bounds *bounds_of(const struct analysis *analysis,
                               const struct certificate_claim *claim);

/* Moves the claim by one point to where it says more. False: it is infinite. */
bool sharpen(struct certificate_claim *claim);

#endif
