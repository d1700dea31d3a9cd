/* What the files share that make a strategy graph (strategy_graph.h). */
#ifndef SOLVER_STRATEGY_GRAPH_BUILDER_H
#define SOLVER_STRATEGY_GRAPH_BUILDER_H

#include "strategy/graph_boards.h"

/* The nodes to prove a state that was assumed won. */
#define GRAPH_ASSUMED_NODES (1 << 20)

struct path_step {
    uint32_t state;
    uint8_t next; /* of its links */
};

/* Where play went from a state whose move was forgotten. */
struct graph_former {
    uint32_t state, first_link;
};

/* A graph in the making. */
struct graph_builder {
    struct strategy_graph graph;
    struct prover *prover;
    uint64_t name;          /* of the query */
    struct path_step *path; /* to the state that is looked at */
    size_t length, room;    /* of the path */
    uint32_t *parents;      /* by state: from where it was reached, if it was */
    size_t parent_room;
    uint32_t *changed; /* states whose move was forgotten since all was looked through */
    size_t changed_count, changed_room;
    struct graph_former *former; /* the same, and states on paths that were proved again */
    size_t former_count, former_room;
    uint8_t anew;               /* so often it was made anew, sparingly (strategy_graph.c) */
    bool lost;                  /* so much was excluded that what was proved is not found again */
    size_t resolved;            /* how often the links of a state were found */
    size_t mended;              /* the same when no board came back in all that was reached */
    size_t checked;             /* the same when that was found by a look at the whole */
    struct graph_boards boards; /* as they were looked at last */
    size_t states_most;         /* there is room for so many states */

    /* What an earlier run made (draft.h). */
    bool drafting;     /* its replies are being taken up */
    bool drafted;      /* they were */
    size_t draft_at;   /* so many of them */
    uint32_t *waiting; /* states that it has no reply for, in the order in which they are reached */
    size_t waiting_at, waiting_count, waiting_room;
    double next_note; /* when a draft is to be noted, by clock_now() */
};

/* Returns a state as it is seen in its canonical copy. */
static inline struct prover_state graph_builder_seen(const struct graph_state *state)
{
    return (struct prover_state){
        {state->own, state->other}, state->ko == 0 ? 0 : 1ull << (state->ko - 1), state->own_move};
}

/* Returns the query of a state: the boards that stood before the graph's root stood before it. */
static inline struct prover_query graph_builder_query(const struct strategy_graph *graph,
                                                      uint32_t state)
{
    return (struct prover_query){graph_builder_seen(&graph->states[state]), graph->root.before,
                                 graph->root.before_count};
}

void graph_builder_release(struct graph_builder *builder);

/* Forgets the move of a state. Returns 0 or -ENOMEM. */
int graph_builder_open(struct graph_builder *builder, uint32_t state);

/* The same, and notes that it is to be looked at again. */
int graph_builder_reopen(struct graph_builder *builder, uint32_t state);

/* --- limits (graph_limits.c) --- */

/* Has the run come to a limit of its own? */
bool graph_builder_is_stopped(struct prover *prover);

/* Does the run go on after a query that may have been stopped? Then it was for the query's own
 * nodes only, and the prover is stopped no more. */
bool graph_builder_goes_on(struct prover *prover);

/* Returns the nodes after which it is given up to prove a state again. */
uint64_t graph_builder_patience(const struct graph_builder *builder);

/* A state was not proved again, though it had been: notes that the graph is lost, unless the run
 * was stopped. */
void graph_builder_lose(struct graph_builder *builder);

/* --- the links of a state (graph_resolve.c) --- */

/* Finds the links of a state: all that the opponent can do, or the attacker's reply; none where a
 * strategy ends. Returns 1; 0: the state is not won, or the prover was stopped; -ENOMEM. */
int graph_builder_resolve(struct graph_builder *builder, uint32_t state);

/* Links a state of the attacker's as the draft has it, or notes that it waits. Returns 1; 0: it
 * waits; -ENOMEM. */
int graph_builder_resolve_drafted(struct graph_builder *builder, uint32_t state);

/* --- where play goes (graph_walk.c) --- */

/* Finds all that the graph comes to. Returns 1; 0: a state on the path cannot be won, or the prover
 * was stopped; -ENOMEM. */
int graph_builder_reach_all(struct graph_builder *builder);

/* Finds what the graph comes to where it was changed. What it comes to no more still counts as
 * reached. Returns as graph_builder_reach_all(). */
int graph_builder_reach_changed(struct graph_builder *builder);

/* --- drafts (graph_draft.c) --- */

/* Takes up the prover's draft, if it is of this graph. Is to come before anything else; what the
 * graph comes to beyond it is left to graph_builder_reach_changed(). Returns as
 * graph_builder_reach_all(). */
int graph_builder_take_draft(struct graph_builder *builder);

/* Notes a draft for a store, if there is one, of the graph as it is. */
void graph_builder_note(struct graph_builder *builder, bool whole);

#endif
