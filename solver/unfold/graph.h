/*
 * The states that can be reached, unfolded as far as they were asked for, and what each player
 * forces from them.
 *
 * Whatever was unfolded, two numbers for each player hold. The pessimistic one is the least
 * fixpoint in which a state that is not unfolded gives nobody anything: what he gets by it he gets
 * by a finite strategy within what is unfolded, so it is proved that he forces it. The optimistic
 * one is the same where a state that is not unfolded gives him everything: he forces no more, since
 * what he forces anywhere he would force here. Play that never ends gives nobody anything in
 * either. Where the two meet the best end that he forces is known.
 *
 * No end is worth more than the board, and without suicide a player who only passes loses no more
 * than that: so both numbers begin there.
 */
#ifndef SOLVER_UNFOLD_GRAPH_H
#define SOLVER_UNFOLD_GRAPH_H

#include "base/hashset.h"
#include "unfold/state.h"

/* No margin is forced; any may be. */
#define UNFOLD_NOTHING (-128)
#define UNFOLD_ANYTHING 127

#define UNFOLD_NO_EDGE UINT32_MAX

enum unfold_bound { UNFOLD_LEAST, UNFOLD_RISING };

/* A move from a state to a state. */
struct unfold_edge {
    uint32_t from, to;
    uint32_t next_in; /* the next edge to the same state, or UNFOLD_NO_EDGE */
    int16_t point;    /* or -1: a pass */
};

struct unfold_node {
    uint64_t key;   /* where its state begins in the bytes */
    uint32_t first; /* edge; valid once it is unfolded */
    uint32_t in;    /* the last edge found to it, or UNFOLD_NO_EDGE */
    uint8_t count;  /* of edges */
    uint8_t mover;
    bool unfolded, over;
    int8_t margin;   /* of the board as it stands, in Black's view: it steers */
    int8_t least[2]; /* by player, in his view: what he is proved to force */
    int8_t most[2]; /* what he may still force: of when unfold_graph_bound() last came to its end */
    int8_t rising[2]; /* the same while it is being found: less than it is */
};

struct unfold_graph {
    struct unfold_plays plays;
    const struct game *rules; /* for scores: a game on the board */
    bool (*stop)(void *arg);  /* asked now and then where work is long */
    void *stop_arg;
    struct unfold_node *nodes;
    struct unfold_edge *edges;
    uint8_t *bytes;  /* of the states, packed */
    uint32_t *queue; /* of states whose successors have changed */
    uint8_t *queued; /* by state */
    size_t count, room, edge_count, edge_room, byte_count, byte_room, queue_count, queue_room,
        queued_room;
    struct hashset ids;
    struct unfold_state at, after; /* scratch */
};

/*
 * Begins a graph for games of the board and rules of game, which is borrowed, as is its graph, and
 * the arg of stop. max_bytes is that of its tables. Returns as unfold_plays_init(). Release it in
 * any case.
 */
int unfold_graph_init(struct unfold_graph *ret_graph, const struct game *game, size_t max_bytes,
                      bool (*stop)(void *arg), void *arg);
void unfold_graph_release(struct unfold_graph *graph);

/* Bytes held now. */
size_t unfold_graph_bytes(const struct unfold_graph *graph);

/* Finds the state at which the game stands, or enters it. Returns 0 or -ENOMEM. */
int unfold_graph_root(struct unfold_graph *graph, const struct game *game, uint32_t *ret_id);

/* Enters the moves from a state that is not over or unfolded, and what they prove. Returns 0, or
 * -ENOMEM: the bounds of all states hold, but more may follow from what is unfolded than they say,
 * and nothing more may be unfolded. */
int unfold_graph_unfold(struct unfold_graph *graph, uint32_t id);

/* Finds what each player may still force, of all states. Returns 0, or -EAGAIN: stopped, or
 * -ENOMEM: all is as it was. */
int unfold_graph_bound(struct unfold_graph *graph);

#endif
