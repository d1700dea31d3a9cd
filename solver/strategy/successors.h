/* The moves of a state, one by one: for whom a few of them are often enough. */
#ifndef SOLVER_STRATEGY_SUCCESSORS_H
#define SOLVER_STRATEGY_SUCCESSORS_H

#include "board/symmetry.h"
#include "strategy/prover.h"

/* A board's symmetric copies. Those of the boards that a stone leads to are had from them at less
 * cost. */
struct successors_copies {
    struct stone_pair before;
    struct stone_pair of[SYMMETRY_MAX]; /* of boards that are too large for: */
    uint64_t packed[SYMMETRY_MAX];      /* the attacker's stones above his opponent's */
};

struct successors_walk {
    const struct prover *prover; /* borrowed */
    struct prover_state state;
    uint64_t left; /* points where the mover may have a stone to play, not yet looked at */
    struct bitboard_places places;
    bool passed; /* the pass was looked at */
    struct successors_copies copies;
};

/* Begins to go through the moves of a state, as prover_successors() lists them. */
void successors_begin(struct successors_walk *ret_walk, const struct prover *prover,
                      const struct prover_state *state);

/* Takes the next stone among points. Returns false if none is left there; *ret_successor may be
 * changed all the same. */
bool successors_take(struct successors_walk *walk, uint64_t points,
                     struct prover_successor *ret_successor);

/* Takes the pass. Returns false if there is none, or it was taken. */
bool successors_pass(struct successors_walk *walk, struct prover_successor *ret_successor);

#endif
