/*
 * The boards of a strategy graph, and which of them lie on a cycle: boards are joined where a stone
 * leads from one to another, and only boards in one strongly connected component can come back.
 *
 * The graph is mended again and again, each time at a few places, and need not be looked through as
 * a whole each time. A look at the whole gives each board a place: that of its component in the
 * order in which components are closed, so that no link leads up. Later only states are looked at
 * again that were noted: those that were linked since, those that were not reached then, and those
 * that led to such. A cycle without noted states was there already, what comes back by it was
 * found, and a move of it is excluded since. So take a cycle of boards of which some have noted
 * states, and of these the one with the lowest place, d. From any board of the cycle that has a
 * place it comes, by links that were there, to one of these; so its place is not below d's. Boards
 * that are new since have no place, and only noted states lead to them. So all of the cycle is
 * found from d by going to no place below d's; and where all boards with noted states are new, so
 * is the whole cycle, which is found by going to new boards alone.
 *
 * In both ways the components that have a noted state are found as they are, and what else is found
 * has no board that comes back.
 */
#ifndef SOLVER_STRATEGY_GRAPH_BOARDS_H
#define SOLVER_STRATEGY_GRAPH_BOARDS_H

#include "strategy/strategy_graph.h"

#define GRAPH_BOARDS_NONE UINT32_MAX

struct graph_boards {
    uint32_t *of_state;     /* by state: its board; NONE: it was not reached */
    uint32_t *first, *next; /* the first state of a board, and the next of a state */
    uint32_t *place;        /* by board; NONE: it is new since all were looked at */
    size_t room;            /* for so many states, and boards */
    size_t states;          /* of the graph, when it was looked at */
    uint32_t count;         /* boards */
    bool kept;              /* what was found of the whole is there */
    uint32_t *noted;        /* states */
    size_t noted_count, noted_room;
    size_t looked; /* boards in all looks since the one at the whole, and in the last one at all */

    /* For the present look. */
    uint32_t *component; /* by board: a number from 1; 0: no other board is in its component */
    uint64_t *inside;    /* a bit for each state that is reached: its board has a component */
};

/* Is a state to be noted when it is reached and its links are known? */
static inline bool graph_boards_lack(const struct graph_boards *boards, uint32_t state)
{
    return boards->kept &&
           (state >= boards->states || boards->of_state[state] == GRAPH_BOARDS_NONE);
}

/* Notes that the links of a state were found. Returns 0 or -ENOMEM. */
int graph_boards_note(struct graph_boards *boards, uint32_t state);

/* Is there an earlier look at the whole, and is it less work to look at what was changed since? */
bool graph_boards_may_look_at_changes(const struct graph_boards *boards,
                                      const struct strategy_graph *graph);

/*
 * Looks for components, in the whole or in what was changed. What is found for the present look is
 * released by graph_boards_end(). The prover may be told to stop. Return 0, -EINTR or -ENOMEM,
 * after which only graph_boards_release() may follow.
 */
int graph_boards_look(struct graph_boards *boards, const struct strategy_graph *graph,
                      struct prover *prover);
int graph_boards_look_at_changes(struct graph_boards *boards, const struct strategy_graph *graph,
                                 struct prover *prover);
void graph_boards_end(struct graph_boards *boards);

/* Forgets all. */
void graph_boards_release(struct graph_boards *boards);

/* Rooms that are not touched yet, of large pages where they will be as a whole. */
void *graph_boards_room(size_t bytes, bool whole);
void *graph_boards_zeroes(size_t count, size_t size, bool whole);

#endif
