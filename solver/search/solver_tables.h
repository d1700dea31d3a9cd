/* What all solvers of a game share, in whatever thread; and what one run leaves for another of the
 * same board and rules (warm.h). */
#ifndef SOLVER_SEARCH_SOLVER_TABLES_H
#define SOLVER_SEARCH_SOLVER_TABLES_H

#include "base/limits.h"
#include "rules/game.h"
#include "search/attractor_cache.h"
#include "search/foresight.h"
#include "search/lemma.h"
#include "search/warm.h"

struct solver_tables {
    struct positions positions;
    struct reverse_moves reverse; /* of enumerated positions */
    bool enumerated;              /* All boards have numbers: attractors can be had. */
    bool broken;                  /* Their making was stopped: no other run may go on with it. */
    struct lemma_table *lemmas;
    struct attractor_cache cache;
    struct foresight *foresight; /* dense tables where lists do not fit; NULL: none */
    bool borrows_foresight;
    pthread_mutex_t cache_lock;
    atomic_size_t bytes; /* of reverse and cache */
};

/* Tables for game in which nothing is yet. NULL: no memory. */
struct solver_tables *solver_tables_new(const struct game *game, const struct limits *limits);

/* Frees them; NULL is allowed. */
void solver_tables_free(struct solver_tables *tables);

/* The same for runs that start anywhere on the board (warm.h). */
extern const struct warm_kind solver_tables_warm;

/* The stones of a position. */
struct stones solver_tables_stones(const struct graph *graph, const struct position *position);

#endif
