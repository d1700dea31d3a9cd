/*
 * A strategy without repetition as a whole: the attacker's play in every state that it comes to,
 * taken from what a prover has proved, and looked through for boards that come back and may not: by
 * a stone of the attacker's, or by one of the other's where the attacker has moved. Where one
 * does, the play by which it does is barred and its state proved again.
 */
#ifndef SOLVER_STRATEGY_STRATEGY_GRAPH_H
#define SOLVER_STRATEGY_STRATEGY_GRAPH_H

#include "strategy/prover.h"

#define GRAPH_OPEN UINT32_MAX
#define GRAPH_LINK_STONE 0x80000000u

/* A state of a plan, as it is kept (struct entry_key), and where play goes from there. */
struct graph_state {
    uint64_t own, other;
    uint32_t first_link; /* of the attacker's state: its only one. PLAN_OPEN: not known yet */
    uint8_t link_count, ko;
    bool own_move;
};

struct strategy_graph {
    struct prover_state root;
    struct graph_state *states; /* the root's first */
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

static inline uint32_t strategy_graph_target(uint32_t link)
{
    return link & ~GRAPH_LINK_STONE;
}

static inline bool strategy_graph_reaches(const struct strategy_graph *graph, size_t state)
{
    return (graph->reached[state / 64] >> state % 64 & 1) != 0;
}

static inline void strategy_graph_set_reached(struct strategy_graph *graph, size_t state,
                                              bool reached)
{
    uint64_t bit = 1ull << state % 64;
    graph->reached[state / 64] =
        reached ? graph->reached[state / 64] | bit : graph->reached[state / 64] & ~bit;
}

static inline struct entry_key strategy_graph_key(const struct graph_state *state)
{
    return (struct entry_key){state->own, state->other, state->ko, state->own_move};
}

/*
 * Makes the plan of what prover proved of spot, proving again what it has forgotten. Returns 1; 0
 * where no plan was found in which none of these boards comes back, or the prover was stopped;
 * -ENOMEM.
 */
int strategy_graph_make(struct strategy_graph *ret_graph, struct prover *prover,
                        const struct prover_state *state, const struct stone_pair *before,
                        size_t before_count);
void strategy_graph_release(struct strategy_graph *graph);

/*
 * Lists the replies of a plan that was looked through: depth first, from the root as it is
 * (replies.c). What is reached is forgotten. Returns 0; 1: a play was barred, and its state is open
 * again; -ENOMEM.
 */
int strategy_graph_list_replies(struct strategy_graph *graph, struct prover *prover);

/* The number of a state, or -1. */
long strategy_graph_find(const struct strategy_graph *graph, const struct entry_key *key);

/* The number of a state, a new one if need be; -ENOMEM. */
long strategy_graph_enter(struct strategy_graph *graph, const struct entry_key *key);

/* As array_reserve(), in large pages. */
int strategy_graph_reserve(void **array, size_t wanted, size_t *room, size_t size);

/* The plays by which boards come back among the states reached, to be barred; -ENOMEM, or how many
 * (find_repetition.c). */
struct graph_fault {
    uint32_t from, to; /* the attacker's state and the one after his play */
};
int strategy_graph_find_repetition(const struct strategy_graph *graph,
                                   struct graph_fault **ret_faults);

#endif
