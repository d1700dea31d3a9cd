/*
 * A guess at what play comes to, quick enough for every node: a sum of weights, one for each window
 * of the board with what stands in it. They are learned beforehand from games that the guess plays
 * against itself (temporal differences, Sutton 1988; local shapes, Silver, Sutton and Mueller 2007)
 * and stay as they are during a search, so that threads share them. It only steers: nothing that is
 * proved depends on it. Of so many games the weights are the same in every run.
 */
#ifndef SOLVER_ENGINE_STRATEGY_ESTIMATE_H
#define SOLVER_ENGINE_STRATEGY_ESTIMATE_H

#include <stddef.h>

#include "engine/strategy/bitboard.h"

/* The greatest windows have so many points. */
#define WINDOW_CELLS 12

struct estimate_window {
    uint8_t cells[WINDOW_CELLS];
    int count;
    size_t weights; /* where those of its patterns are; windows that are images share them */
};

/* With a goal, a margin of the attacker's, it guesses his margin and more: as much again as the
 * whole board is between winning and losing if he reaches the goal, as much less if not. */
struct estimate {
    const struct bitboard *board;
    bool has_goal;
    int goal;
    int window_count, byte_count; /* byte_count: of a word of stones, those that hold points */
    struct estimate_window *windows;
    uint32_t *parts; /* [(window * byte_count + byte) * 256 + value]: of a window's pattern */
    size_t weight_count;
    float *weights;    /* of what the mover gets; */
    size_t other_from; /* where those for the other begin: players differ only if there is a goal */
    float base[2];
    uint32_t games; /* it has learned from */
};

/* goal: NULL: none. Windows are as large as it may take bytes, and none where those are too few for
 * any. Returns 0 or -ENOMEM. */
int estimate_init(struct estimate *ret_estimate, const struct bitboard *board, const int *goal,
                  size_t bytes);
size_t estimate_bytes(const struct estimate *estimate);
void estimate_release(struct estimate *estimate);

/* What the attacker gets, guessed; own_move: he moves next. */
float estimate_value(const struct estimate *estimate, struct stone_pair stones, bool own_move);

/* What he gets on the board as it is. */
float estimate_final(const struct estimate *estimate, struct stone_pair stones);

/* What he is guessed to lack of reaching the goal; less than 0: what he gets beyond it. */
float estimate_lacking(const struct estimate *estimate, struct stone_pair stones, bool own_move);

/* Changes the guess by about so much. */
void estimate_correct(struct estimate *estimate, struct stone_pair stones, bool own_move, float by);

/*
 * Plays until it has learned from so many games or some more, each from near a board on which
 * own_move says who moves. stop (may be NULL) is asked now and then. Returns 0, or -ENOMEM.
 */
int estimate_train(struct estimate *estimate, struct stone_pair start, bool own_move,
                   uint32_t games, int threads, bool (*stop)(void *), void *arg);

#endif
