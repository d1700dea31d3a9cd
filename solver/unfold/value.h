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
    uint32_t *pending; /* states that a round goes through */
    uint8_t *seen;     /* by state: it was met in this round */
    size_t pending_room, seen_room;
};

/* Frees what it holds. */
void unfold_release(struct unfolding *of);

/* Is one of the limits reached? Then it is in stopped. */
bool unfold_stops(struct unfolding *of);

/*
 * Finds what both players force from a state, as far as the limits allow. Returns 0, -EAGAIN (of a
 * limit, in stopped) or -ENOMEM; *bounds, not of -ENOMEM, says what is proved.
 */
int unfold_value(struct unfolding *of, uint32_t id, struct bounds *bounds);

#endif
