/*
 * Lemmas under rules with cycles: proofs with the conditions on the past under which they hold.
 *
 * When does a proof hold under another history? A move and what it leads to depend on the past by
 * nothing but the cycles that may be removed, and cycles that begin within the tree are the same
 * under any history. Of the situations of the tree, look at those at which the opponent may remove
 * a cycle; those since the last removal within the tree do not matter, as nothing from before it
 * comes back. The proof holds if at each of them he has no cycle from before the tree that the
 * proof did not look at, and if the cycles from before the tree that the attacker removes are
 * there. Fewer cycles for the opponent never hurt the attacker.
 */
#ifndef SOLVER_CYCLES_LEMMA_H
#define SOLVER_CYCLES_LEMMA_H

#include "cycles/game.h"

/* That a situation stood before, and the locations used since. */
struct cycle_condition {
    uint64_t used;
    uint32_t situation;
};

struct cycle_lemma;

/* A move of a proof, if proofs are recorded: the winner's, or one of the opponent's. */
struct cycle_trace_move {
    struct cycle_play play;
    struct cycle_lemma *child; /* NULL: The game is over then. */
};

/* A fact: from a situation on the attacker forces at least bound, under conditions on the past. */
struct cycle_lemma {
    struct cycle_lemma *next; /* of the same bucket */
    uint32_t situation;
    int bound; /* the attacker's view, captives up to here not counted */
    uint8_t attacker;

    /* Where one of these situations stood before, what was used since must be in allowed. */
    uint32_t *watched; /* ascending */
    uint32_t watched_count;
    struct cycle_condition *allowed;
    uint32_t allowed_count;

    /* These situations must have stood, with that use. */
    struct cycle_condition *wanted;
    uint32_t wanted_count;

    struct cycle_trace_move *trace; /* what proved it, owned; NULL: not recorded */
    uint32_t trace_count;
    uint32_t number; /* of its node in the certificate + 1; 0: none yet */
};

/* The table of lemmas, and what is gathered for the next one. */
struct cycle_lemmas {
    struct cycle_lemma **buckets; /* by situation and attacker */
    size_t mask;                  /* the number of buckets less 1 */
    size_t count, bytes;          /* of lemmas */

    uint32_t *marks; /* by situation: the last gathering that has it */
    size_t mark_capacity;
    uint32_t mark;      /* of the present gathering */
    uint32_t *gathered; /* situations watched, in no order */
    size_t gathered_count, gathered_capacity;
    struct cycle_condition *wanted;
    size_t wanted_count, wanted_capacity;
};

int cycle_lemmas_init(struct cycle_lemmas *lemmas);
void cycle_lemmas_release(struct cycle_lemmas *lemmas);

/* Bytes held. */
size_t cycle_lemmas_bytes(const struct cycle_lemmas *lemmas);

/* Returns a lemma that proves at least bound for attacker where the game stands, updated; or NULL.
 */
struct cycle_lemma *cycle_lemmas_find(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                                      int attacker, int bound);

/* Begins to gather the conditions of a proof whose root is where the game stands, updated. */
void cycle_lemmas_begin(struct cycle_lemmas *lemmas);

/* Notes that the root itself is a situation at which the opponent may remove a cycle. Returns 0 or
 * -ENOMEM. */
int cycle_lemmas_watch(struct cycle_lemmas *lemmas, const struct cycle_game *game);

/* Takes in the proof after a move from the root. by_attacker: he chose the move. child NULL: it
 * ends the game. Returns 0 or -ENOMEM. */
int cycle_lemmas_add(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                     const struct cycle_edge *edge, bool by_attacker,
                     const struct cycle_lemma *child);

/* Makes the lemma with what is gathered. Returns NULL if there is no memory. */
struct cycle_lemma *cycle_lemmas_end(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                                     int attacker, int bound);

#endif
