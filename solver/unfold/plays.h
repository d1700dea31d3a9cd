/*
 * The boards of a size, the plays between them, and the odd cycles of these, as numbers: what the
 * search under the Ing-Spight Ko Rule looks up. Made once for a board and a ruleset.
 */
#ifndef SOLVER_UNFOLD_PLAYS_H
#define SOLVER_UNFOLD_PLAYS_H

#include <stddef.h>
#include <stdint.h>

#include "rules/ing_spight.h"

/* Cycles are listed for boards of so many points; for more there are too many. */
#define UNFOLD_POINTS_MAX 9
/* As many odd cycles as are told apart: more than memory has room for. */
#define UNFOLD_ODD_MAX (UINT64_C(1) << 28)

/* A board as a number: digits in base 3, those of the first point count least. */
typedef uint32_t board_code;

/* A play as the rule tells plays apart: player, point, joined, removed. */
typedef uint32_t play_label;

/* A play on a board. */
struct unfold_play {
    board_code after;
    play_label label;
    uint16_t removed; /* points, by bits */
    int8_t in_ko;     /* 1, 0, or -1: not looked at yet */
    bool possible;    /* The point is empty, and it is no forbidden suicide. */
};

/* An odd cycle, from one of its boards on: plays[0] is its first. */
struct odd_cycle {
    play_label plays[PLAY_CYCLE_MAX];
    uint16_t points[PLAY_CYCLE_MAX];
    int first; /* who plays first, and last */
    int count;
};

struct unfold_plays {
    struct play_cycles cycles;
    int points;
    struct unfold_play *plays; /* by board, player and point */
    struct odd_cycle *odd;     /* in the order of their plays, each once */
    size_t odd_count, odd_room;
};

/* Makes the tables. graph has at most UNFOLD_POINTS_MAX points and must outlast them. stop, asked
 * now and then, ends the work. Returns 0, -EAGAIN: stopped, -ENOSPC: they take more than max_bytes
 * (0: no limit), or -ENOMEM. Release them in any case. */
int unfold_plays_init(struct unfold_plays *ret_plays, const struct graph *graph,
                      const struct ruleset *rules, size_t max_bytes, bool (*stop)(void *arg),
                      void *arg);
void unfold_plays_release(struct unfold_plays *plays);

size_t unfold_plays_bytes(const struct unfold_plays *plays);

/* The number of a board. */
board_code unfold_plays_code(const struct unfold_plays *plays, const struct position *board);

/* The board of a number. */
void unfold_plays_board(const struct unfold_plays *plays, board_code code,
                        struct position *ret_board);

/* A play, if it is possible. in_ko is not to be read but by unfold_plays_in_ko(). */
static inline struct unfold_play *unfold_plays_find(const struct unfold_plays *plays,
                                                    board_code code, int player, int point)
{
    return &plays->plays[((size_t)code * 2 + (size_t)player) * (size_t)plays->points +
                         (size_t)point];
}

/* Is the play, which is possible, a play in a ko? */
bool unfold_plays_in_ko(struct unfold_plays *plays, board_code code, int player, int point);

/* The first of the odd cycles that begin with the play; odd_count if there is none. Those that do
 * follow each other. */
size_t unfold_plays_first_odd(const struct unfold_plays *plays, play_label label);

/* Can the odd cycle be played from the board? Then it leads back to it. */
bool unfold_plays_can_begin(const struct unfold_plays *plays, const struct odd_cycle *cycle,
                            board_code code);

#endif
