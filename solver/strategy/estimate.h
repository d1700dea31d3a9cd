/*
 * A guess at what play comes to, quick enough for every node: a sum of weights, one for each window
 * of the board with what stands in it. They are learned beforehand from games that the guess plays
 * against itself (temporal differences, Sutton 1988; local shapes, Silver, Sutton and Mueller 2007)
 * and stay as they are during a search, so that threads share them. It only steers: nothing that is
 * proved depends on it. Of so many games the weights are the same in every run.
 */
#ifndef SOLVER_STRATEGY_ESTIMATE_H
#define SOLVER_STRATEGY_ESTIMATE_H

#include <stddef.h>

#include "strategy/bitboard.h"

/* The greatest windows have so many points, and so many windows are the most: three shapes. */
#define WINDOW_CELLS 12
#define ESTIMATE_WINDOWS (3 * SOLVER_MAX_POINTS)

struct estimate_window {
    uint8_t cells[WINDOW_CELLS];
    int count;
    size_t weights; /* where those of its patterns are; windows that are images share them */
};

/* A point in a window. */
struct estimate_touch {
    uint16_t window;
    uint32_t part; /* of the pattern, that a stone of the mover's has there; the other's: twice */
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
    struct estimate_touch *touches; /* the windows that hold a point, point by point: those of */
    uint32_t *first_touch;          /* point p are first_touch[p] .. first_touch[p + 1] - 1 */
    size_t weight_count;
    float *weights;    /* of what the mover gets; */
    size_t other_from; /* where those for the other begin: players differ only if there is a goal */
    float base[2];
    uint32_t games; /* it has learned from */
};

/* goal: NULL: none. Windows are as large as it may take bytes, small ones twice as many, and none
 * where those are too few for any. Returns 0 or -ENOMEM. */
int estimate_init(struct estimate *ret_estimate, const struct bitboard *board, const int *goal,
                  size_t bytes);
size_t estimate_bytes(const struct estimate *estimate);
void estimate_release(struct estimate *estimate);

/* What the attacker gets, guessed; own_move: he moves next. */
float estimate_value(const struct estimate *estimate, struct stone_pair stones, bool own_move);

/*
 * A board that is looked at once, for guesses at all boards that are a stone away. Those cost a
 * third then; they differ in the last digits from estimate_value(), which adds up otherwise.
 */
struct estimate_around {
    struct stone_pair stones;
    bool own_move; /* the attacker moves next on those boards */
    float sum;     /* what the attacker gets if no stone is placed */
    uint32_t places[ESTIMATE_WINDOWS];
    float weights[ESTIMATE_WINDOWS];
};
void estimate_look_around(const struct estimate *estimate, struct stone_pair stones, bool own_move,
                          struct estimate_around *ret_around);

/* As estimate_value(): of the board that a stone of the one who does not move next makes. */
float estimate_near(const struct estimate *estimate, const struct estimate_around *around,
                    struct stone_pair stones);

/* What he gets on the board as it is. */
float estimate_final(const struct estimate *estimate, struct stone_pair stones);

/* What he lacks of reaching the goal if he gets value; less than 0: what he gets beyond it. */
float estimate_lacking(const struct estimate *estimate, float value);

/* Changes the guess by about so much. */
void estimate_correct(struct estimate *estimate, struct stone_pair stones, bool own_move, float by);

/*
 * Plays until it has learned from so many games or some more, each from near a board on which
 * own_move says who moves. stop (may be NULL) is asked now and then. Returns 0, or -ENOMEM.
 */
int estimate_train(struct estimate *estimate, struct stone_pair start, bool own_move,
                   uint32_t games, int threads, bool (*stop)(void *), void *arg);

#endif
