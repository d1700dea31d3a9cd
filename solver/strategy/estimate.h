/*
 * A guess at what play comes to, quick enough for every node: a sum of weights, one for each window
 * of the board with what stands in it. The weights are learned beforehand from games that the guess
 * plays against itself (temporal differences, Sutton 1988; local shapes, Silver, Sutton and Mueller
 * 2007). They stay as they are during a search, so that threads share them. The guess only steers:
 * nothing that is proved depends on it. After so many games the weights are the same in every run.
 */
#ifndef SOLVER_STRATEGY_ESTIMATE_H
#define SOLVER_STRATEGY_ESTIMATE_H

#include <stddef.h>

#include "strategy/bitboard.h"

/* The most points of a window. */
#define WINDOW_CELLS 12
/* The most windows: three shapes. */
#define ESTIMATE_WINDOWS (3 * SOLVER_MAX_POINTS)

/* Windows whose patterns are found at a time, and room for the places of all. */
#define ESTIMATE_LANES 4
#define ESTIMATE_PLACES (ESTIMATE_WINDOWS + ESTIMATE_LANES)

struct estimate_window {
    uint8_t cells[WINDOW_CELLS]; /* its points */
    int count;                   /* of its points */
    size_t weights; /* where those of its patterns are; symmetric copies of a window share them */
};

/* A point in a window. */
struct estimate_touch {
    uint16_t window;
    uint32_t part; /* of the pattern: a stone there of the player who does not move */
};

/*
 * Others that play a part of the games, in other processes, and learn the same from all of them: in
 * a batch each gives the others what it played and gets what they did.
 */
struct estimate_company {
    int own, count; /* the how many-th of them this is */
    /* Exchanges: own is good until the end of the call. Returns 0 or a negative errno. */
    int (*exchange)(void *arg, const void *own, size_t size);
    /* What another one gave in the last exchange. */
    const void *(*part_of)(void *arg, int number, size_t *ret_size);
    void *arg;
};

/* With a goal, a margin of the attacker's, it guesses his margin and more: as much again as the
 * whole board is between winning and losing if he reaches the goal, as much less if not. */
struct estimate {
    const struct bitboard *board;           /* borrowed */
    const struct estimate_company *company; /* while it learns (borrowed), or NULL */
    bool has_goal;
    int goal;
    int window_count;
    int byte_count; /* the bytes of a word of stones that hold points */
    struct estimate_window *windows;
    uint32_t *parts; /* [(byte * 256 + value) * window_count + window]: of a window's pattern */
    uint32_t *first_places;         /* by window: where the weights of its patterns are */
    struct estimate_touch *touches; /* the windows that hold a point, point by point */
    /* By point p: its touches are first_touch[p] .. first_touch[p + 1] - 1. */
    uint32_t *first_touch;
    size_t weight_count; /* of one player */
    float *weights;      /* of what the mover gets, if he is the attacker */
    size_t other_from;   /* where those begin if he is not: they differ only if there is a goal */
    float base[2];       /* by player: a weight of every board */
    uint32_t games;      /* it has learned from */
    uint64_t start;      /* names where these began; 0: nowhere yet */
};

/*
 * Prepares an estimate for a board (borrowed) and a goal (NULL: none). The windows are as large as
 * fits into bytes. If not even small windows fit twice as many bytes, there are none. Returns 0 or
 * -ENOMEM; the estimate is to be released in both cases.
 */
int estimate_init(struct estimate *ret_estimate, const struct bitboard *board, const int *goal,
                  size_t bytes);

/* Returns the bytes of the weights and parts. */
size_t estimate_bytes(const struct estimate *estimate);
void estimate_release(struct estimate *estimate);

/* Returns how many weights there are. */
size_t estimate_weights(const struct estimate *estimate);

/* Returns a hash of all weights and the number of games, by which they are known to be whole; never
 * 0. */
uint64_t estimate_hash(const struct estimate *estimate);

/* Forgets what it has learned. */
void estimate_forget(struct estimate *estimate);

/* Is about to learn from games that begin with these stones: what it has learned from others, which
 * a store has kept, is forgotten. */
void estimate_start(struct estimate *estimate, struct stone_pair stones, bool own_move);

/* Guesses what the attacker gets. own_move: he moves next. */
float estimate_value(const struct estimate *estimate, struct stone_pair stones, bool own_move);

/*
 * A board that is looked at once, for guesses at all boards that are a stone away. Each of these
 * then costs a third. They differ in the last digits from estimate_value(), which adds up in
 * another order.
 */
struct estimate_around {
    struct stone_pair stones;
    bool own_move; /* the attacker moves next on those boards */
    float sum;     /* what the attacker gets if no stone is placed */
    uint32_t places[ESTIMATE_PLACES];
    float weights[ESTIMATE_WINDOWS];
};
void estimate_look_around(const struct estimate *estimate, struct stone_pair stones, bool own_move,
                          struct estimate_around *ret_around);

/*
 * The same in two steps, so that something else is done between them: the first finds the weights
 * and lets them be fetched, and those that estimate_near_stone() looks at for some points. It may
 * also stand before estimate_correct_fetched().
 */
void estimate_fetch_around(const struct estimate *estimate, struct stone_pair stones, bool own_move,
                           uint64_t points, struct estimate_around *ret_around);
void estimate_look_at_fetched(const struct estimate *estimate, struct estimate_around *around);

/* As estimate_value(), of the board that a stone makes of the player who does not move next. */
float estimate_near(const struct estimate *estimate, const struct estimate_around *around,
                    struct stone_pair stones);

/* The same where that stone stands on point and nothing was removed. */
float estimate_near_stone(const struct estimate *estimate, const struct estimate_around *around,
                          int point);

/* Returns what the attacker gets on the board as it is. */
float estimate_final(const struct estimate *estimate, struct stone_pair stones);

/* Returns what the attacker lacks of the goal if he gets value; less than 0: he gets more. */
float estimate_lacking(const struct estimate *estimate, float value);

/* Changes the guess at a board by about such a part of what it lacks of the target. Returns the
 * guess as it was. */
float estimate_correct(struct estimate *estimate, struct stone_pair stones, bool own_move,
                       float target, float rate);

/* The same of a board whose weights are fetched. */
float estimate_correct_fetched(struct estimate *estimate, const struct estimate_around *around,
                               float target, float rate);

/*
 * Plays until it has learned from so many games or some more, each from near a board on which
 * own_move says who moves. stop (may be NULL) is asked now and then; in company that of the first
 * counts. Returns 0, or -ENOMEM. Where the company fails it stops.
 */
int estimate_train(struct estimate *estimate, struct stone_pair start, bool own_move,
                   uint32_t games, int threads, bool (*stop)(void *), void *arg);

/* The most bytes that one of a company gives in an exchange. */
size_t estimate_part_room(const struct estimate *estimate);

#endif
