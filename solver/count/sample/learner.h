/*
 * Learns the weights of a guide from runs of a population under it.
 *
 * In the first runs it looks one step ahead: the guess of a walk should be the sum of the guesses
 * after each step. Later it looks many steps ahead: among walks that are as long, those whose
 * descendants do better than they were guessed to should have been guessed higher. The weights move
 * by the difference between the features of walks as weighted then and as weighted now.
 */
#ifndef SOLVER_COUNT_LEARNER_H
#define SOLVER_COUNT_LEARNER_H

#include "count/sample/guide.h"
#include "count/sample/least_squares.h"

struct population;

#define LEARNER_MARKS 5 /* moments that are remembered at a time */

/* Walks at an earlier moment, whose descendants are watched. */
struct learner_mark {
    uint32_t count; /* walks; 0: none is remembered */
    double *values; /* by walk: what they were guessed, all together 1 */
    float *features;
    uint32_t *ancestors; /* by walk of today: which of them it comes from */
};

struct learner {
    struct guide *guide;
    uint32_t room;  /* walks of the population */
    uint32_t ahead; /* steps; 1: one step ahead */
    struct least_squares equations;
    struct learner_mark marks[LEARNER_MARKS];
    uint32_t *scratch;
    double *heirs; /* by walk then: what its descendants are worth, all together 1 */
    double *row, *mean, *heirs_mean;
};

/* For populations of at most so many walks. Returns 0 or -ENOMEM. learner_release() it. */
int learner_init(struct learner *ret_learner, struct guide *guide, uint32_t room);
void learner_release(struct learner *learner);

/* Begins to learn from a run, so many steps ahead. */
void learner_begin(struct learner *learner, uint32_t ahead);

/* Looks at the population after so many steps. Returns 0 or -ENOMEM. */
int learner_watch(struct learner *learner, struct population *population, uint32_t steps);

/* Changes the weights of the guide by what the run has shown. */
void learner_end(struct learner *learner);

#endif
