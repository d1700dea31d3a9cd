/*
 * Boards as two words of stones (board/bits.h), for searches that look at too many boards to number
 * them: the attacker's stones and his opponent's. Nothing here remembers anything.
 */
#ifndef SOLVER_STRATEGY_BITBOARD_H
#define SOLVER_STRATEGY_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "board/bit_images.h"
#include "board/bits.h"
#include "board/position.h"
#include "rules/ruleset.h"

struct stone_pair {
    uint64_t own, other; /* the attacker's stones, and his opponent's; bit p is point p */
};

struct bitboard {
    struct bits_board bits;
    struct bit_images images;
    bool suicide;     /* several own stones may be removed */
    bool stones_only; /* stone scoring */
};

/* Prepares a board under rules (their suicide and scoring). Returns 0 or -ENOMEM. */
int bitboard_init(struct bitboard *ret_board, const struct graph *graph,
                  const struct ruleset *rules);
void bitboard_release(struct bitboard *board);

/* Returns the stones of a position as an attacker sees them. */
struct stone_pair bitboard_seen_by(enum colour attacker, const struct position *position,
                                   int points);

/*
 * Places a stone of the mover (by_own: the attacker) on an empty point, given as a bit. Returns
 * false if that is illegal on any board: suicide that the rules forbid. *ret_ko: the point by which
 * the opponent would at once recreate the board before, as a bit, or 0.
 */
bool bitboard_play(const struct bitboard *board, struct stone_pair before, uint64_t bit,
                   bool by_own, struct stone_pair *ret_after, uint64_t *ret_ko);

/* Where a mover may place a stone. Elsewhere a stone is suicide. */
struct bitboard_places {
    uint64_t plain;  /* points on which it removes nothing */
    uint64_t taking; /* points on which it captures */
    uint64_t weak;   /* the opponent's stones in chains with one liberty */
};

struct bitboard_places bitboard_find_places(const struct bitboard *board, struct stone_pair stones,
                                            bool by_own);

/* As bitboard_play(), on a point where the stone captures. */
void bitboard_take(const struct bitboard *board, struct stone_pair before, uint64_t bit,
                   bool by_own, const struct bitboard_places *places, struct stone_pair *ret_after,
                   uint64_t *ret_ko);

/* Returns the attacker's score less his opponent's. */
int bitboard_margin(const struct bitboard *board, struct stone_pair stones);

/*
 * Returns the unconditionally alive stones of `stones` (Benson 1976) where the opponent's are
 * `against` and suicide is not legal. *ret_sure: those and the regions that are surely theirs.
 */
uint64_t bitboard_alive(const struct bitboard *board, uint64_t stones, uint64_t against,
                        uint64_t *ret_sure);

/*
 * Do stones of his own live, though who has them only passes from now on? Where suicide is legal
 * stones live by regions of which all points are next to them, as the opponent's stones there may
 * go; elsewhere those of bitboard_alive() do.
 */
bool bitboard_lives(const struct bitboard *board, struct stone_pair stones);

/* Do such stones of the attacker's and their eyes of one point give him the margin by area, where
 * all else is his opponent's? */
bool bitboard_is_safe(const struct bitboard *board, struct stone_pair stones, int margin);

/*
 * Returns the margin that a player gets who goes on solo from a board, as far as a plain way shows:
 * he captures where he can and otherwise fills. `stones` are his.
 */
int bitboard_solo(const struct bitboard *board, uint64_t stones, uint64_t against);

#endif
