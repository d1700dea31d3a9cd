/*
 * A strategy without repetition as a whole: the attacker's play in every state that it comes to,
 * taken from what a prover has proved, and looked through for boards that come back. Where one
 * does, the play by which it does is barred and its state proved again.
 */
#ifndef SOLVER_ENGINE_STRATEGY_PLAN_H
#define SOLVER_ENGINE_STRATEGY_PLAN_H

#include "engine/strategy/prover.h"

/* A state of a plan. */
struct plan_state {
    struct spot spot; /* as it was met first */
    struct spot_key key;
    uint32_t first_link, link_count; /* into links */
    uint8_t reply;                   /* of the attacker's: the point, or points for a pass */
};

struct plan_link {
    uint32_t to;
    bool stone;
};

struct plan {
    const struct prover *prover;
    struct plan_state *states;
    size_t count, room;
    struct plan_link *links;
    size_t link_count, link_room;
    uint32_t *slots; /* of a hash table: state + 1 */
    size_t slot_mask;
    uint8_t *replies; /* in the order of a certificate (proof/strategy_write.h) */
    size_t reply_count, reply_room;
};

/*
 * Makes the plan of what prover proved of spot, proving again what it has forgotten. Returns 1; 0
 * where no plan was found in which no board comes back, or the prover was stopped; -ENOMEM.
 */
int plan_make(struct plan *ret_plan, struct prover *prover, const struct spot *spot,
              const struct stone_pair *before, size_t before_count);
void plan_release(struct plan *plan);

/* The number of a state, or -1. */
long plan_find(const struct plan *plan, const struct spot_key *key);

/* The plays by which boards come back, to be barred; -ENOMEM, or how many (recur.c). */
struct plan_fault {
    uint32_t from, to; /* the attacker's state and the one after his play */
};
int plan_find_recurrences(const struct plan *plan, struct plan_fault **ret_faults);

#endif
