/*
 * Boards as two words of stones, for searches that look at too many of them to number them: the
 * attacker's stones and the other's. Nothing here remembers anything.
 */
#ifndef SOLVER_STRATEGY_BITBOARD_H
#define SOLVER_STRATEGY_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "board/graph.h"
#include "board/position.h"
#include "rules/ruleset.h"

struct stone_pair {
    uint64_t own, other; /* bit p is point p */
};

struct bitboard {
    int points, cols;
    uint64_t full, near[SOLVER_MAX_POINTS];
    bool rectangle;               /* neighbours are had by shifting */
    uint64_t not_first, not_last; /* of a rectangle: the points beyond the first and last column */
    bool suicide;                 /* several own stones may be removed */
    bool stones_only;             /* stone scoring */
    int symmetry_count;
    uint64_t (*images)[8][256];                  /* [symmetry][byte of a word][value] */
    uint64_t (*point_images)[SOLVER_MAX_POINTS]; /* [symmetry][point] */
};

/* Prepares a board under rules (their suicide and scoring). Returns 0 or -ENOMEM. */
int bitboard_init(struct bitboard *ret_board, const struct graph *graph,
                  const struct ruleset *rules);
void bitboard_release(struct bitboard *board);

/* Returns the stones of a position as an attacker sees them. */
struct stone_pair bitboard_seen_by(enum colour attacker, const struct position *position,
                                   int points);

/* The stones and their neighbours, among all points. */
static inline uint64_t bitboard_spread(const struct bitboard *board, uint64_t stones)
{
    if (board->rectangle)
        return (stones | ((stones << 1) & board->not_first) | ((stones >> 1) & board->not_last) |
                stones << board->cols | stones >> board->cols) &
               board->full;
    uint64_t all = stones;
    for (; stones != 0; stones &= stones - 1)
        all |= board->near[__builtin_ctzll(stones)];
    return all;
}

/* The part of among that is connected to seed, which is in it. */
static inline uint64_t bitboard_flood(const struct bitboard *board, uint64_t seed, uint64_t among)
{
    for (;;) {
        uint64_t more = bitboard_spread(board, seed) & among;
        if (more == seed)
            return seed;
        seed = more;
    }
}

/*
 * Places a stone of the mover (by_own: the attacker) on an empty point, given as a bit. False if
 * that is illegal on any board: suicide that the rules forbid. *ret_ko: the point by which the
 * other would at once recreate the board before, as a bit, or 0.
 */
bool bitboard_play(const struct bitboard *board, struct stone_pair before, uint64_t bit,
                   bool by_own, struct stone_pair *ret_after, uint64_t *ret_ko);

/* The attacker's score less the other's. */
int bitboard_margin(const struct bitboard *board, struct stone_pair stones);

/*
 * The unconditionally alive stones of `stones` (Benson 1976) where the others' are `against`.
 * *ret_sure: those and the regions that are surely theirs.
 */
uint64_t bitboard_alive(const struct bitboard *board, uint64_t stones, uint64_t against,
                        uint64_t *ret_sure);

/*
 * What a player gets who goes on alone from a board, as far as a plain way shows: he captures where
 * he can and otherwise fills. Returns his margin; `stones` are his.
 */
int bitboard_solo(const struct bitboard *board, uint64_t stones, uint64_t against);

/* Where a symmetry takes a point, as a bit. */
static inline uint64_t bitboard_image_of_point(const struct bitboard *board, int symmetry,
                                               int point)
{
    return board->point_images[symmetry][point];
}

/* The image of a word under a symmetry. */
static inline uint64_t bitboard_image(const struct bitboard *board, int symmetry, uint64_t word)
{
    uint64_t image = 0;
    for (int i = 0; word != 0; i++, word >>= 8)
        image |= board->images[symmetry][i][word & 255];
    return image;
}

#endif
