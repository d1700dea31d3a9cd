/*
 * Random games by the executable rules, for any ruleset and number of players: Knuth's estimate
 * (1975) of the number of complete games, pruned and enriched (Grassberger 1997). A game whose
 * weight has become large beside those of its length before it goes on several times, each with a
 * part of the weight; one whose weight is small ends at once or goes on with twice the weight, by
 * chance. Neither changes the sum of weights on average.
 */
#ifndef SOLVER_COUNT_RANDOM_PLAY_H
#define SOLVER_COUNT_RANDOM_PLAY_H

#include "count/sample/sample_runs.h"

struct random_play {
    struct sample_method method;
    const struct game *game;
    const struct limits *limits;
    uint64_t seed;
    uint32_t games; /* that each run begins */
};

/* Ready for sample_runs_make(), which then may return -ERANGE, too: a game did not come to an end.
 * All is borrowed. */
void random_play_init(struct random_play *ret_play, const struct game *game,
                      const struct limits *limits, uint64_t seed);

#endif
