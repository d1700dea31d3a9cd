/*
 * Boards of at most 64 points as words: bit p is point p. What is connected, what has liberties,
 * what a stone captures and what territory is, for all that plays on words: states/positions.h,
 * strategy/bitboard.h and cycles/game.h. The checker has code of its own
 * (certificate/check/strategy/board.c), as it must not believe this one.
 */
#ifndef SOLVER_BOARD_BITS_H
#define SOLVER_BOARD_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "board/graph.h"

struct bits_board {
    int points;
    int cols;                         /* of a rectangle */
    uint64_t full;                    /* all points */
    uint64_t near[SOLVER_MAX_POINTS]; /* by point: its neighbours */
    bool rectangle;                   /* neighbours are had by shifting */
    uint64_t not_first;               /* of a rectangle: the points beyond the first column */
    uint64_t not_last;                /* of a rectangle: the points before the last column */
};

/* Describes a graph of at most SOLVER_MAX_POINTS points. The graph is only looked at. */
void bits_init(struct bits_board *ret_board, const struct graph *graph);

/* Returns the neighbours of the points of a word. */
static inline uint64_t bits_neighbours(const struct bits_board *board, uint64_t word)
{
    if (board->rectangle)
        return (((word << 1) & board->not_first) | ((word >> 1) & board->not_last) |
                word << board->cols | word >> board->cols) &
               board->full;
    uint64_t all = 0;
    for (; word != 0; word &= word - 1)
        all |= board->near[__builtin_ctzll(word)];
    return all;
}

/* Returns the points of a word and their neighbours. */
static inline uint64_t bits_spread(const struct bits_board *board, uint64_t word)
{
    return word | bits_neighbours(board, word);
}

/* Returns the points that have two neighbours or more in a word. */
uint64_t bits_next_to_two(const struct bits_board *board, uint64_t word);

/* Returns the points of among that are connected to seed through among, and seed, which is part of
 * among. */
static inline uint64_t bits_flood(const struct bits_board *board, uint64_t seed, uint64_t among)
{
    for (;;) {
        uint64_t more = bits_spread(board, seed) & among;
        if (more == seed)
            return seed;
        seed = more;
    }
}

/* Returns the opponent's stones that have no liberty since the stone bit is among own. */
uint64_t bits_captured(const struct bits_board *board, uint64_t own, uint64_t opponent,
                       uint64_t bit);

/* A stone that was placed: the stones afterwards, and those that were removed. */
struct bits_placed {
    uint64_t own;      /* stones of the player who placed it */
    uint64_t opponent; /* stones of his opponent */
    uint64_t captured; /* stones of the opponent that were removed */
    uint64_t lost;     /* own stones that were removed: a suicide, which the rules may forbid */
};

/* Places a stone on the empty point bit. own and opponent are the stones before. */
struct bits_placed bits_place(const struct bits_board *board, uint64_t own, uint64_t opponent,
                              uint64_t bit);

/*
 * Returns the point on which the opponent would at once recreate the board before the stone bit
 * was placed, or 0. He must put back the one stone that was captured and capture bit, and bit
 * alone.
 */
uint64_t bits_ko(const struct bits_board *board, const struct bits_placed *placed, uint64_t bit);

/* Returns the number of empty points that only stones of own surround, less the number of those
 * that only stones of the opponent do. */
int bits_territory(const struct bits_board *board, uint64_t own, uint64_t opponent);

#endif
