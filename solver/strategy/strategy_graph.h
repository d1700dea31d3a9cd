/*
 * A strategy without repetition as a whole: the attacker's play in every state that it comes to,
 * taken from what a prover has proved, and looked through for boards that come back and may not: by
 * a stone of the attacker's, or by one of the other's where the attacker has moved. Where one
 * does, the play by which it does is barred and its state proved again.
 */
#ifndef SOLVER_STRATEGY_STRATEGY_GRAPH_H
#define SOLVER_STRATEGY_STRATEGY_GRAPH_H

#include "strategy/prover.h"

#define PLAN_OPEN UINT32_MAX
#define PLAN_LINK_STONE 0x80000000u

/* A state of a plan, as it is kept (struct entry_key), and where play goes from there. */
struct plan_state {
    uint64_t own, other;
    uint32_t first_link; /* of the attacker's state: its only one. PLAN_OPEN: not known yet */
    uint8_t link_count, ko;
    bool own_move;
};

struct plan {
    struct prover_state root;
    struct plan_state *states; /* the root's first */
    size_t count, room;
    uint64_t *reached; /* a bit for each: from the root, by the plan as it is now */
    size_t reached_room;
    uint32_t *links; /* the state that a play leads to; PLAN_LINK_STONE: the play is no pass */
    size_t link_count, link_room;
    uint32_t *slots; /* of a hash table: state + 1 */
    size_t slot_mask;
    uint8_t *replies; /* in the order of a certificate (certificate/write/strategy_write.h) */
    size_t reply_count, reply_room;
};

static inline uint32_t plan_to(uint32_t link)
{
    return link & ~PLAN_LINK_STONE;
}

static inline bool plan_reaches(const struct plan *plan, size_t state)
{
    return (plan->reached[state / 64] >> state % 64 & 1) != 0;
}

static inline void plan_set_reached(struct plan *plan, size_t state, bool reached)
{
    uint64_t bit = 1ull << state % 64;
    plan->reached[state / 64] =
        reached ? plan->reached[state / 64] | bit : plan->reached[state / 64] & ~bit;
}

static inline struct entry_key plan_key(const struct plan_state *state)
{
    return (struct entry_key){state->own, state->other, state->ko, state->own_move};
}

/*
 * Makes the plan of what prover proved of spot, proving again what it has forgotten. Returns 1; 0
 * where no plan was found in which none of these boards comes back, or the prover was stopped;
 * -ENOMEM.
 */
int strategy_graph_make(struct plan *ret_plan, struct prover *prover,
                        const struct prover_state *spot, const struct stone_pair *before,
                        size_t before_count);
void strategy_graph_release(struct plan *plan);

/*
 * Lists the replies of a plan that was looked through: depth first, from the root as it is
 * (replies.c). What is reached is forgotten. Returns 0; 1: a play was barred, and its state is open
 * again; -ENOMEM.
 */
int plan_list_replies(struct plan *plan, struct prover *prover);

/* The number of a state, or -1. */
long plan_find(const struct plan *plan, const struct entry_key *key);

/* The number of a state, a new one if need be; -ENOMEM. */
long plan_enter(struct plan *plan, const struct entry_key *key);

/* As array_reserve(), in large pages. */
int plan_reserve(void **array, size_t wanted, size_t *room, size_t size);

/* The plays by which boards come back among the states reached, to be barred; -ENOMEM, or how many
 * (find_repetition.c). */
struct plan_fault {
    uint32_t from, to; /* the attacker's state and the one after his play */
};
int plan_find_recurrences(const struct plan *plan, struct plan_fault **ret_faults);

#endif
