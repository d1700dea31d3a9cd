/*
 * Cycles: closed walks in the graph of states. The caller says what a cycle may contain, and which
 * balance of passes it must have; what follows from a cycle is said in endless/endless.c. (The
 * cycles that players remove under Pauli's rules are in rules/cycles.h: the moves that were made
 * between two equal situations.)
 */
#ifndef SOLVER_ENDLESS_CYCLE_H
#define SOLVER_ENDLESS_CYCLE_H

#include "endless/game_graph.h"

struct cycle_kind {
    bool no_atari[2]; /* by player: none of his moves leaves its chain one liberty */
    int sign;   /* 1: Black passes more often than White; -1: White does; 0: lifts says more */
    bool lifts; /* of sign 0: the cycle begins with a pass and no board comes twice from one
                   pass to the next; else the cycle has at least one stone */
};

/* states[i] -> states[i + 1] by moves[i]; the last move leads back to states[0]. */
struct state_cycle {
    uint32_t *states;
    uint8_t *moves; /* points or ARC_PASS */
    size_t length;  /* 0: no cycle */
};

/*
 * Finds some cycle of the kind, no state of which comes twice. Returns 1, or 0 if there is none, or
 * -ENOMEM or -EINTR (limits). Release with cycle_release().
 */
int cycle_find_any(const struct game_graph *graph, const struct cycle_kind *kind,
                   const struct endless_limits *limits, struct state_cycle *ret_cycle);

/*
 * Finds a shortest cycle of any of the kinds, there being one of at most max_length moves; of
 * several the nearest to the graph's start that it comes across. It begins with the state nearest
 * to the start, or with a pass (lifts). Returns 0; or 1 if there may be a shorter one (lifts: not
 * all walks are tried), -ENOENT if none was found that lifts, -ENOMEM or -EINTR.
 */
int cycle_find_shortest(const struct game_graph *graph, const struct cycle_kind *kinds,
                        size_t count, size_t max_length, const struct endless_limits *limits,
                        struct state_cycle *ret_cycle);

/* Makes the cycle begin with its state nearest to the graph's start. Returns 0 or -ENOMEM. */
int cycle_rotate(struct state_cycle *cycle);

void cycle_release(struct state_cycle *cycle);

/* Returns Black's passes minus White's in the cycle. */
int cycle_balance(const struct game_graph *graph, const struct state_cycle *cycle);

/* --- shared by cycle.c and shortest_cycle.c --- */

/* Makes a cycle of so many states and plays, not set. Returns 0 or -ENOMEM. */
int cycle_alloc(struct state_cycle *ret_cycle, size_t length);

/* Returns the cycle's state that is nearest to the graph's start. */
uint32_t cycle_nearest(const struct state_cycle *cycle);

/* May a cycle of the kind take the arc from state? */
static inline bool cycle_allows(const struct game_graph *graph, const struct cycle_kind *kind,
                                uint32_t state, const struct arc *arc)
{
    return !arc->atari || !kind->no_atari[graph->states[state].mover];
}

#endif
