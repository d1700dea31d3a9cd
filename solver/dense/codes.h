/*
 * Boards as numbers, and their images under the group of the board: symmetries times the swap of
 * the colours (states/group.h).
 *
 * A board's code has a digit for each point: 0 empty, 1 Black, 2 White. The points stand in an
 * order of their own, orbits of symmetric points together. Of the digits the first few are the
 * prefix: its ternary number stands in the upper bits of the code; that of the other digits, the
 * rest, in the lower ones. So codes are compared as the digits are, and a stone adds its unit
 * wherever it stands. The codes of all images of a board, a vector of lanes, are thus a sum over
 * its stones, too: a child's vector is that of its parent, plus the stone's, minus those of what
 * was captured. Nothing is turned around.
 *
 * The canonical board is the image with the greatest code. What captures nothing only adds, and the
 * greatest image is no less than that: so all plays without captures lead to greater codes.
 *
 * Most prefixes belong to no canonical board: some image of the board is greater whatever the rest
 * is. Without them codes are places: numbers without large gaps, in the same order. On 4x5 there
 * are 4.7e8 places for 2.3e8 legal canonical boards.
 */
#ifndef SOLVER_DENSE_CODES_H
#define SOLVER_DENSE_CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/bits.h"
#include "board/graph.h"
#include "board/symmetry.h"
#include "rules/ruleset.h"
#include "states/group.h"

/* The most points of a board that has codes. */
#define DENSE_POINTS_MAX 39
/* Digits of a prefix, at most. */
#define DENSE_PREFIX_MAX 8
/* The lanes of a vector: first those that keep the colours, as many as symmetries, and lanes of
 * zeros up to a multiple of four; then as many that swap them. */
#define DENSE_LANES_MAX (2 * SYMMETRY_MAX)
/* Of a prefix that no canonical board has. */
#define DENSE_PREFIX_NONE UINT16_MAX
/* Digits of the rest that are read at once. */
#define DENSE_GROUP_DIGITS 6
#define DENSE_GROUP_SIZE 729 /* 3 to the power of DENSE_GROUP_DIGITS */

struct dense_codes {
    int points;
    int symmetries;
    int half; /* lanes that keep the colours; 2 * half in all */
    enum suicide suicide;
    struct bits_board board;
    int prefix_digits;
    int shift;            /* bits of the rest */
    uint64_t rest_mask;   /* these bits */
    uint64_t rest_size;   /* 3 to the power of the digits of the rest */
    uint64_t prefix_size; /* 3 to the power of the digits of the prefix */
    uint32_t prefixes;    /* those that a canonical board can have */
    uint64_t places;      /* prefixes * rest_size: places are 0 .. places - 1 */
    uint16_t *rank;       /* of a prefix: how many smaller ones there are; or DENSE_PREFIX_NONE */
    uint16_t *prefix;     /* of a rank: the prefix */
    struct stones *prefix_stones; /* of a prefix */
    struct stones (
        *rest_stones)[DENSE_GROUP_SIZE]; /* of each six digits of the rest, lowest first */
    int rest_groups;
    uint64_t unit[DENSE_POINTS_MAX]; /* what a Black stone there adds to a code */
    uint64_t *weights;               /* of a stone: see dense_codes_weights() */
    uint64_t *low_lanes;             /* of each six lowest digits of the rest: their vector */
    uint8_t images[SYMMETRY_MAX][SOLVER_MAX_POINTS]; /* by symmetry: where a point goes */
};

/*
 * Makes the codes of a board. The graph is only looked at. Returns 0; -E2BIG: it has more than
 * DENSE_POINTS_MAX points; or -ENOMEM. dense_codes_release() them; they may be all zero.
 */
int dense_codes_init(struct dense_codes *ret_codes, const struct graph *graph,
                     enum suicide suicide);
void dense_codes_release(struct dense_codes *codes);

/* How a board lies on its canonical board. */
struct dense_image {
    uint64_t code;    /* of the canonical board */
    uint8_t symmetry; /* takes the board to it: images[symmetry]. Of several the least, and swaps is
                         set only if it must be */
    uint8_t swaps;    /* 1: and then the colours are swapped. The canonical board shows colour c as
                         c ^ swaps */
};

/* Returns the canonical image of any board, legal or not. */
struct dense_image dense_codes_canonical(const struct dense_codes *codes, struct stones stones);

/* Returns what a stone adds to each of the 2 * half lanes of a board's vector. Lane l is the code
 * of the image under symmetry l; lane half + l that with the colours swapped. */
static inline const uint64_t *dense_codes_weights(const struct dense_codes *codes, int point,
                                                  enum colour colour)
{
    return &codes->weights[(size_t)(2 * point + (int)colour) * 2 * (size_t)codes->half];
}

/* Writes the vector of a board: 2 * half lanes. */
void dense_codes_vector(const struct dense_codes *codes, struct stones stones, uint64_t *ret_lanes);

/* Returns the code of a board as it lies. */
uint64_t dense_codes_code(const struct dense_codes *codes, struct stones stones);

/* Is the code one that a board has, and is that board canonical? */
bool dense_codes_is_canonical(const struct dense_codes *codes, uint64_t code);

/* Has each chain a liberty? */
static inline bool dense_codes_is_legal(const struct dense_codes *codes, struct stones stones)
{
    const struct bits_board *board = &codes->board;
    uint64_t black = stones.of[BLACK], white = stones.of[WHITE];
    uint64_t alive = bits_spread(board, board->full & ~(black | white));
    return bits_flood(board, alive & black, black) == black &&
           bits_flood(board, alive & white, white) == white;
}

/* Returns the place of a canonical board's code. */
static inline uint64_t dense_codes_place(const struct dense_codes *codes, uint64_t code)
{
    return codes->rank[code >> codes->shift] * codes->rest_size + (code & codes->rest_mask);
}

/* Returns the code that has a place. Its board may be illegal, or not canonical. */
static inline uint64_t dense_codes_at(const struct dense_codes *codes, uint64_t place)
{
    uint64_t rank = place / codes->rest_size;
    return (uint64_t)codes->prefix[rank] << codes->shift | (place - rank * codes->rest_size);
}

/* Returns the board of a code. */
static inline struct stones dense_codes_stones(const struct dense_codes *codes, uint64_t code)
{
    struct stones stones = codes->prefix_stones[code >> codes->shift];
    uint64_t rest = code & codes->rest_mask;
    for (int group = 0; rest != 0; group++) {
        uint64_t above = rest / DENSE_GROUP_SIZE;
        const struct stones *own = &codes->rest_stones[group][rest - above * DENSE_GROUP_SIZE];
        stones.of[BLACK] |= own->of[BLACK];
        stones.of[WHITE] |= own->of[WHITE];
        rest = above;
    }
    return stones;
}

#endif
