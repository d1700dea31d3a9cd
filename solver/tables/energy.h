/*
 * The energy game: how many passes must a player be ahead, to keep what only cycles give him?
 *
 * Where neither player forces an end by himself (attractor.h), the play goes round, and what
 * decides it is scarce: passes under the rules that count them, moves that are not forbidden yet
 * under superko; to pass is to use up one less of either. So a player's pass gains him a unit of
 * energy, the opponent's costs him one, moves cost nothing, and he has won if the game never has a
 * bad end and his energy never falls below 0. What he needs at the start is his progress measure, a
 * least fixpoint (L. Brim et al., "Faster algorithms for mean-payoff games", 2011).
 *
 * It proves nothing. It orders the moves that the attractors leave open; what that is worth under
 * which rulesets: docs/experiments.md.
 */
#ifndef SOLVER_TABLES_ENERGY_H
#define SOLVER_TABLES_ENERGY_H

#include "tables/attractor.h"

/* Who needs more than this is taken to need more than any; that orders as well. */
#define ENERGY_MAX 6
#define ENERGY_NEVER (ENERGY_MAX + 1)

/* Of a player who wants a margin, from each state; laid out as an attractor's ranks. */
struct energy {
    const struct reverse_moves *reverse;
    int layers;
    uint8_t *needs, *ko_needs; /* 0 .. ENERGY_MAX, ENERGY_NEVER */
};

/* Do the attractors for a margin and for its denial (1 - margin) leave enough states open? */
bool energy_pays(const struct attractor *own, const struct attractor *denial);

/*
 * own: the attractor for the margin that is wanted; denial: the one for 1 - margin, what the
 * opponent wants; both only looked at. Stops, returning -EINTR, when stop (may be NULL) returned
 * true; else 0, or -ENOMEM.
 */
int energy_init(struct energy *ret_energy, const struct attractor *own,
                const struct attractor *denial, bool (*stop)(void *), void *arg);
void energy_release(struct energy *energy);

/* What attacker needs in a state without ko. */
int energy_need(const struct energy *energy, struct state state, enum colour attacker);

/* What he needs after the n-th move of state's mover, its ko included. */
int energy_move_need(const struct energy *energy, struct state state, int n, enum colour attacker);

/* The bytes that an energy takes, and those besides while it is made. */
size_t energy_size(const struct reverse_moves *reverse, int layers);
size_t energy_work_size(const struct reverse_moves *reverse);

#endif
