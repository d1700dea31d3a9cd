/*
 * What a proof takes, learned while the search goes on. First numbers go by what the estimate says
 * that the attacker lacks, which is the outcome of games and not the effort of a proof. Of the
 * states that were visited the table says how near they seem now, and of the proved ones what they
 * took. Windows like the estimate's learn from them by how many powers of two the first proof
 * number was wrong (compare TreeStrap: Veness et al. 2009), and first proof numbers are corrected
 * by that. Where nothing was learned they stay as they are. It only steers.
 */
#ifndef SOLVER_STRATEGY_EFFORT_H
#define SOLVER_STRATEGY_EFFORT_H

#include "strategy/prover_numbers.h"

/* Is there enough to learn from, and has nothing been learned yet? */
bool effort_is_due(const struct prover *prover);

/*
 * Learns from the prover's lesson or, where it has none, from the states in the table: from all, or
 * from about as many as it takes; if the prover is saved now and then they are its lesson from now
 * on. To be called while no thread is at work; the prover's stop() is asked now and then. Returns
 * false if that said so, or there was nothing to learn.
 */
bool effort_learn(struct prover *prover);

/* Returns a first proof number corrected by what was learned of its state. */
uint32_t effort_correct(const struct prover *prover, const struct prover_state *state,
                        const struct initial_around *around, uint32_t proof);

#endif
