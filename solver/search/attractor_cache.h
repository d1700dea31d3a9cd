/* The attractors and energies that a solver has at hand, by margin. */
#ifndef SOLVER_SEARCH_ATTRACTOR_CACHE_H
#define SOLVER_SEARCH_ATTRACTOR_CACHE_H

#include "tables/energy.h"

/* Attractors for margins that were asked for. */
#define ATTRACTORS_MAX 8

struct cached_attractor {
    struct attractor attractor;
    struct energy energy; /* for the same margin; its needs are NULL if it was not made */
    uint64_t last_used;   /* attractor_cache.uses at its last use */
    int users;            /* searches that look at it now */
    bool made;
    /* It was decided whether an energy pays: it was made if so and memory sufficed. */
    bool weighed;
};

struct attractor_cache {
    struct cached_attractor list[ATTRACTORS_MAX];
    uint64_t uses;
    struct attractor every; /* that of MARGIN_EVERY */
    bool has_every;
};

/* Frees all attractors. Nobody may look at one any more. */
void attractor_cache_release(struct attractor_cache *cache);

#endif
