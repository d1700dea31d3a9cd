/*
 * A strategy without repetition as a whole: the attacker's move in every state that it comes to. It
 * is made from what a prover has proved, and looked through for boards that come back and may not:
 * by a stone of the attacker's, or by one of his opponent's where the attacker has moved on that
 * board. Where one does, a move by which it does is excluded and its state proved again.
 */
#ifndef SOLVER_STRATEGY_STRATEGY_GRAPH_H
#define SOLVER_STRATEGY_STRATEGY_GRAPH_H

#include "strategy/prover.h"

#define GRAPH_OPEN UINT32_MAX
#define GRAPH_LINK_STONE 0x80000000u

/* A state of a graph (struct entry_key), and where play goes from there. */
struct graph_state {
    uint64_t own, other;
    uint32_t first_link; /* of the state's links; the attacker has one. GRAPH_OPEN: not known yet */
    uint8_t link_count, ko;
    bool own_move;
    uint8_t reply; /* the point of the attacker's move; the number of points: a pass */
};

/* A place of the hash table of states. */
struct graph_slot {
    uint32_t state; /* its number + 1; 0: free */
    uint32_t check; /* of its hash, bits that are not the slot's number */
};

struct strategy_graph {
    struct prover_query root;   /* its state; while it is made also the boards that stood before */
    struct graph_state *states; /* the root's first */
    size_t count, room;
    /* A bit for each state: it is reached from the root, by the graph as it is. */
    uint64_t *reached;
    size_t reached_room;
    uint32_t *links; /* the state that a move leads to; GRAPH_LINK_STONE: the move is no pass */
    size_t link_count, link_room;
    struct graph_slot *slots; /* of a hash table */
    size_t slot_mask;         /* the number of slots, a power of two, less 1 */
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

/* Returns what a draft has of the state's hash. */
static inline uint8_t strategy_graph_check(const struct graph_state *state)
{
    const struct entry_key key = strategy_graph_key(state);
    return (uint8_t)(entry_key_hash(&key) >> 56);
}

/* As prover_ask(), before a graph is made. A run that was stopped may have excluded what it cannot
 * do without: then its graph is made anew. */
enum prover_answer strategy_graph_ask(struct prover *prover, const struct prover_query *query,
                                      uint64_t max_nodes);

/*
 * Makes the graph of a query that a prover has proved, and proves again what it has forgotten. Its
 * states stand for all of their symmetric copies, so the query has all copies of the boards that
 * stood before. Where the prover has a draft of it (draft.h) that is taken up; where it is stopped,
 * and saved in a store, it has one afterwards. Returns 1; 0 where no graph was found in which none
 * of these comes back, or the prover was stopped; -ENOMEM.
 */
int strategy_graph_make(struct strategy_graph *ret_graph, struct prover *prover,
                        const struct prover_query *query);
void strategy_graph_release(struct strategy_graph *graph);

/*
 * Lists the replies of a graph that was looked through: depth first, from the root as it is
 * (replies.c). Afterwards no state counts as reached. Returns 0; 1: a move was excluded, and its
 * state is open again; -EINTR: the run is to stop; -ENOMEM.
 */
int strategy_graph_list_replies(struct strategy_graph *graph, struct prover *prover);

/* Takes a draft of a graph as it is, or none if there is no memory: then a store keeps the one that
 * it has. The graph was made anew so often. whole: no board comes back in it that may not. */
void strategy_graph_note(const struct strategy_graph *graph, struct strategy_draft *draft,
                         uint64_t name, uint8_t anew, bool whole);

/* Does a move bring back a board that stood before the graph's root, or may it not be made because
 * of one? */
bool strategy_graph_bars(const struct strategy_graph *graph, const struct prover *prover,
                         const struct prover_successor *successor);

/* Did a board stand before the graph's root? */
bool strategy_graph_goes_back(const struct strategy_graph *graph, struct stone_pair stones);

/*
 * Chooses the attacker's move in a state (graph_choice.c), of what is proved, strictly if the
 * prover is strict, and of what the graph has. Returns 1, or 0 if no move is known.
 */
int strategy_graph_choose(const struct strategy_graph *graph, const struct prover *prover,
                          const struct prover_state *seen, const struct entry_key *key,
                          struct prover_successor *ret_successor);

/* Lists the attacker's replies in a state that are known to win, but for the one that the graph
 * has: the states that they lead to, GRAPH_OPEN where the graph lacks it. Returns how many. */
int strategy_graph_other_replies(const struct strategy_graph *graph, struct prover *prover,
                                 uint32_t state, uint32_t ret_to[SUCCESSORS_MAX]);

/* Returns the number of a state, or -1. */
long strategy_graph_find(const struct strategy_graph *graph, const struct entry_key *key);

/* Lets what is known of the states that moves lead to be fetched while something else is done. */
void strategy_graph_prefetch(const struct strategy_graph *graph,
                             const struct prover_successor *successors, int count);

/* The same for one state, which is to be looked for only. */
void strategy_graph_prefetch_slot(const struct strategy_graph *graph, const struct entry_key *key);

/* Returns the number of a state, a new one if need be; -ENOMEM. */
long strategy_graph_enter(struct strategy_graph *graph, const struct entry_key *key);

/* As array_reserve(), in large pages. */
int strategy_graph_reserve(void *array, size_t wanted, size_t *room, size_t size);

/* A move by which a board comes back. */
struct graph_fault {
    uint32_t from, to; /* the attacker's state, and the one after his move */
};

/* Is the run to stop? It is not asked where the run has used up its nodes: then a graph may still
 * be completed. */
bool strategy_graph_is_interrupted(struct prover *prover);

/* The most faults that are found at a time. */
#define GRAPH_FAULTS_MAX 16384

struct graph_boards;

/* Chooses the state whose reply is excluded, of those of the attacker's on a line that brings a
 * board back (graph_cut.c). irreplaceable: a bit for each state, for all lines of a look: it was
 * asked for another reply in vain; NULL: none is looked for that is not known. */
uint32_t strategy_graph_choose_cut(const struct strategy_graph *graph, struct prover *prover,
                                   const struct graph_boards *boards, const uint32_t *line,
                                   size_t count, uint64_t *irreplaceable);

/*
 * Finds the moves by which boards come back among the states reached (graph_repetition.c), in the
 * whole, or in what was changed since that was looked at (graph_boards.h). Where it is sparing
 * these are as few as will do, and such that the attacker has another reply if possible; else the
 * last move of each line. *ret_faults is to be freed. Returns how many, -EINTR (the run is to
 * stop), or -ENOMEM.
 */
int strategy_graph_find_repetition(const struct strategy_graph *graph, struct prover *prover,
                                   struct graph_boards *boards, bool whole, bool sparing,
                                   struct graph_fault **ret_faults);

#endif
