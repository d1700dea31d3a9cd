/*
 * Sequential Monte Carlo for the number of complete games in an arena (Knuth 1975; Grassberger
 * 1997; Fearnhead and Clifford 2003), with a defence against wrong guesses (Hesterberg 1995).
 *
 * A population of walks makes one step after the other. All steps of all walks are candidates. As
 * long as they are few, all are kept, and nothing is left to chance. Later a candidate is kept with
 * a probability that grows with its weight times the guide's guess of how many games go on from it,
 * and for a fifth of the room with its weight alone, at most 1; its weight is divided by the
 * probability. So a walk never occurs twice, and the sum of
 * weights times the ways to end is, on average, the number of complete games, whatever the guide.
 */
#ifndef SOLVER_COUNT_POPULATION_H
#define SOLVER_COUNT_POPULATION_H

#include "count/run.h"
#include "count/sample/generator.h"
#include "count/sample/guide.h"

struct learner;

/* What a run of a population found. */
struct population_sum {
    double log_games;   /* natural logarithm of the estimate */
    double mean_length; /* of a complete game, each with its weight */
    uint32_t longest;   /* of the games that were met */
    uint32_t steps;
    bool complete; /* no walk was dropped: it is no estimate */
};

struct step; /* a candidate */

struct population {
    const struct guide *guide;
    uint32_t room;  /* for walks */
    uint32_t count; /* of walks */
    char *walks, *next;
    uint32_t *parents; /* by walk: which one of the step before it goes on */
    struct step *steps;
    double *chances; /* by candidate */
    size_t step_count, step_room;
    struct generator generator;
    double games, plays; /* sums over complete games, times exp(-scale) */
    double scale;
    uint32_t longest;
};

/* Bytes that a population takes for each walk. */
size_t population_walk_bytes(const struct guide *guide);

/* Returns 0 or -ENOMEM. guide must outlive it. population_release() it. */
int population_init(struct population *ret_population, const struct guide *guide, uint32_t room);
void population_release(struct population *population);

static inline struct guide_walk *population_walk(const struct population *population, uint32_t i)
{
    return (struct guide_walk *)(population->walks + i * population->guide->walk_bytes);
}

/*
 * Makes a run of its own from the arena's root. learner, if there is one, watches. Returns 0;
 * -EINTR: limits stopped it; or -ENOMEM.
 */
int population_run(struct population *population, uint64_t seed, uint64_t stream,
                   const struct limits *limits, struct learner *learner,
                   struct population_sum *ret_sum);

#endif
