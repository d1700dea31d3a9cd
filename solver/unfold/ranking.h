/*
 * Ranks: how many moves it takes a player at best to force a margin, of all states from which he
 * does.
 */
#ifndef SOLVER_UNFOLD_RANKING_H
#define SOLVER_UNFOLD_RANKING_H

#include "unfold/graph.h"

#define UNFOLD_NO_RANK UINT32_MAX

/* The states from which a player forces a margin, in his view. */
struct unfold_ranking {
    const struct unfold_graph *graph;
    int player, margin;
    uint32_t *ranks; /* by state; UNFOLD_NO_RANK */
    uint8_t *left;   /* by state of the opponent's: his moves without a rank */
    uint32_t *queue;
    size_t count;
};

/* Returns 0 or -ENOMEM. Release it in any case. */
int unfold_ranking_init(struct unfold_ranking *ret_ranking, const struct unfold_graph *graph,
                        int player, int margin);
void unfold_ranking_release(struct unfold_ranking *ranking);

/* The edge by which the player, who is to move, comes nearest to the margin; or if none has a rank
 * the first of the state's. */
uint32_t unfold_ranking_best(const struct unfold_ranking *ranking, uint32_t id);

#endif
