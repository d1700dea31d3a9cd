/* The stone plays of both players on a board, and the canonical boards that they lead to. */
#ifndef SOLVER_DENSE_MOVES_H
#define SOLVER_DENSE_MOVES_H

#include <stdint.h>

#include "dense/codes.h"

/* Where a play leads. */
struct dense_child {
    union {
        uint64_t code; /* of the canonical board after it */
        uint64_t at;   /* for who looks it up: where its entry is, instead of the code */
    };
    uint8_t swaps;    /* 1: that board shows the colours swapped: colour c as c ^ swaps */
    uint8_t ko;       /* where the opponent could at once recreate the board before: 0 nowhere, else
                         1 + the point on the canonical board */
    uint8_t point;    /* where the stone is placed, on the board before */
    uint8_t captured; /* stones of the opponent that are removed */
    uint8_t lost;     /* own stones that are removed (suicide) */
    uint8_t
        symmetry; /* takes the board after it to the canonical one; told only where ko is not 0 */
};

/* The plays of a board by the player: first those that remove nothing, points ascending in both. */
struct dense_children {
    int count[2];
    struct dense_child of[2][DENSE_POINTS_MAX];
};

/*
 * Lists the plays of both players on a legal board that captures and the rules' suicide allow. A
 * single stone that removes itself (suicide=yes) leads to the board before, with ko 0. The board
 * may lie in any way; where it is to be looked up it is the canonical one.
 */
void dense_moves_list(const struct dense_codes *codes, struct stones stones,
                      struct dense_children *ret_children);

/* Bits that name players. */
#define DENSE_MOVER(mover) (1u << (mover))
#define DENSE_MOVERS_BOTH 3u

/* The same for the players that movers names; another one has no plays then. */
void dense_moves_list_of(const struct dense_codes *codes, struct stones stones, unsigned movers,
                         struct dense_children *ret_children);

/* Returns the points where each player could at once recreate the board of an opponent's play with
 * a ko: those of the mover that make a ko states of the board (dense/kos.h). */
struct stones dense_moves_kos(const struct dense_codes *codes, struct stones stones);

#endif
