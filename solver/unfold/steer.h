/*
 * Where to unfold: proof numbers of one query, "does the attacker force the margin?", in the graph
 * as it is. They steer and prove nothing: they are brought up to date on paths only, and a state
 * that stands on the path already counts as if the attacker forced nothing there. A state that is
 * not unfolded begins with how far its board, as it stands, is from the margin.
 */
#ifndef SOLVER_UNFOLD_STEER_H
#define SOLVER_UNFOLD_STEER_H

#include "unfold/graph.h"

struct steering {
    const struct unfold_graph *graph;
    int attacker, margin;       /* in his view */
    uint32_t *proof, *disproof; /* by state */
    uint32_t *path;             /* states from the root on */
    uint8_t *on_path;           /* by state */
    size_t count;               /* of states that have numbers */
    size_t path_count, path_room, proof_room, disproof_room, on_path_room;
};

/* Begins a query on a graph, with numbers for all its states. Returns 0 or -ENOMEM. */
int steer_begin(struct steering *steering, const struct unfold_graph *graph, int attacker,
                int margin);
void steer_release(struct steering *steering);

/* Bytes held now. */
size_t steer_bytes(const struct steering *steering);

/* Finds the state to unfold next for the query at root. Returns 1, 0: by the numbers nothing is
 * left to do, -EAGAIN: the graph's stop says so, or -ENOMEM. */
int steer_next(struct steering *steering, uint32_t root, uint32_t *ret_id);

/* Takes in that the state which steer_next() told was unfolded. Returns 0, or -ENOMEM: then it
 * only serves to be released. */
int steer_unfolded(struct steering *steering);

#endif
