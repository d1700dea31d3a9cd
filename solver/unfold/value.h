/* Values under the Ing-Spight Ko Rule: the graph is unfolded until what is asked for is known. */
#ifndef SOLVER_UNFOLD_VALUE_H
#define SOLVER_UNFOLD_VALUE_H

#include "base/bounds.h"
#include "base/limits.h"
#include "unfold/steer.h"

/* A run. */
struct unfolding {
    struct unfold_graph graph;
    struct steering steering;
    struct limits limits;
    enum stop_reason stopped;
    uint64_t nodes;    /* unfolded */
    double bounding;   /* seconds that it took to find what may be forced when that was last done */
    uint32_t *pending; /* states that a round goes through */
    uint8_t *seen;     /* by state: it was met in this round */
    size_t pending_room, seen_room;
};

/* Frees what it holds. */
void unfold_release(struct unfolding *of);

/* Is one of the limits reached? Then it is in stopped. Of time, what it takes to find bounds at the
 * end is left. */
bool unfold_stops(struct unfolding *of);

/* Is the time over, or was there an interrupt? Then it is in stopped. Of an unfolding; for
 * unfold_graph_init(). */
bool unfold_is_urgent(void *unfolding);

/* What a board of the rules bounds of any value. */
struct bounds unfold_bounds_of_board(const struct game *game);

/* What is proved of a state. */
struct bounds unfold_bounds(const struct unfolding *of, uint32_t id);

/*
 * Finds what both players force from a state, or if asked is not NULL whether that claim is true,
 * as far as the limits and the memory of the machine allow. Returns 0 or -EAGAIN (why is in
 * stopped); unfold_bounds() of all states tell what is proved.
 */
int unfold_value(struct unfolding *of, uint32_t id, const struct bounds_claim *asked);

#endif
