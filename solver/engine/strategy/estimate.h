/*
 * A guess at the margin that play comes to, quick enough for every node: a sum of weights, one for
 * each small window of the board with what stands in it, learned during the search from random
 * games. It only steers: nothing that is proved depends on it. The same games are played in every
 * run.
 */
#ifndef SOLVER_ENGINE_STRATEGY_ESTIMATE_H
#define SOLVER_ENGINE_STRATEGY_ESTIMATE_H

#include "engine/strategy/bitboard.h"

struct estimate {
    const struct bitboard *board;
    int window_count, cells; /* a window has so many points, or the board fewer */
    uint8_t (*windows)[9];
    int pattern_count;
    float *weights; /* [(own_move * window_count + window) * pattern_count + pattern] */
    float base[2];
    uint64_t random;
};

/* Returns 0 or -ENOMEM. */
int estimate_init(struct estimate *ret_estimate, const struct bitboard *board);
void estimate_release(struct estimate *estimate);

/* The attacker's margin, guessed; own_move: he moves next. Now and then it plays games and learns.
 */
float estimate_margin(struct estimate *estimate, struct stone_pair stones, bool own_move);

/* Learns from games from there. */
void estimate_learn(struct estimate *estimate, struct stone_pair stones, bool own_move);

/* The mean of so many games. */
float estimate_games(struct estimate *estimate, struct stone_pair stones, bool own_move, int count);

#endif
