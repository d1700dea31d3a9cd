/* Proof and disproof numbers of a state, and those of states that nobody has looked at. */
#ifndef SOLVER_STRATEGY_PROVER_NUMBERS_H
#define SOLVER_STRATEGY_PROVER_NUMBERS_H

#include "search/dfpn.h"
#include "strategy/prover.h"

#define NEVER 0x3fffffffu /* a proof or disproof number: infinity */

static inline bool prover_numbers_decided(struct dfpn_numbers numbers)
{
    return numbers.proof == 0 || numbers.disproof == 0;
}

/* The board before moves that lead to states that nobody has looked at. */
struct initial_around {
    struct estimate_around estimate; /* for the mover after them */
    struct estimate_around effort;   /* where that has been learned */
    bool own_lives, other_lives; /* a player who places no stone may live; nothing is captured */
};
void initial_numbers_look_around(const struct prover *prover, const struct prover_state *state,
                                 struct initial_around *ret_around);

/*
 * Returns the numbers of a successor that nobody has looked at. The numbers are only decided where
 * the opponent's unconditionally alive stones leave too little, where the state is won on sight, or
 * where it is assumed won. Else they go by the estimate.
 */
struct dfpn_numbers initial_numbers(const struct prover *prover,
                                    const struct prover_successor *successor,
                                    const struct initial_around *around);

#endif
