/*
 * Boards as two words: what a check of strategies does millions of times. The executable rules
 * (rules/capture.h, rules/game.h) say what is right; tests/certificates/strategy_boards.c compares.
 * The engine has the like in board/bits.h and strategy/bitboard.h. The checker does not share it: a
 * mistake there would be believed here.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_BOARD_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "board/symmetry.h"
#include "rules/ruleset.h"

/* Stones by colour, bit p is point p. */
struct strategy_stones {
    uint64_t of[2];
};

struct strategy_board {
    int points;
    uint64_t full;
    uint64_t neighbours[SOLVER_MAX_POINTS];
    bool suicide;      /* of several stones is legal; of one never is */
    bool stones_count; /* stones alone count, else the area */
    struct symmetries symmetries;
    uint64_t (*maps)[256]; /* [symmetry * 8 + byte][its bits]: where they go */
};

/* Returns 0 or -ENOMEM; release it in both cases. */
int strategy_board_init(struct strategy_board *ret_board, const struct graph *graph,
                        const struct ruleset *rules);
void strategy_board_release(struct strategy_board *board);

/* Returns the connected part of within that holds start, and its border: the points next to it. Of
 * both only some where the border has one of enough. */
uint64_t strategy_board_connected(const struct strategy_board *board, uint64_t start,
                                  uint64_t within, uint64_t enough, uint64_t *ret_border);

/* Places a stone of player's. Returns false where it may not be placed. */
bool strategy_board_play(const struct strategy_board *board, const struct strategy_stones *before,
                         int player, int point, struct strategy_stones *ret_after);

/* Returns the point + 1 by which the opponent would bring back before with one stone; 0: none. */
int strategy_board_ko(const struct strategy_board *board, const struct strategy_stones *before,
                      const struct strategy_stones *after, int player);

/* Returns the player's margin as the board stands. */
int strategy_board_margin(const struct strategy_board *board, const struct strategy_stones *stones,
                          int player);

/* Does the player surely reach margin if he goes on solo? Found by one plain way of playing. */
bool strategy_board_solo(const struct strategy_board *board, const struct strategy_stones *stones,
                         int player, int margin);

/*
 * Finds the copy that stands for all symmetric copies of a board with a ko (point + 1, or 0). Its
 * stones do not depend on the ko. Returns the symmetry that takes the board to it.
 */
int strategy_board_class(const struct strategy_board *board, const struct strategy_stones *stones,
                         int ko, struct strategy_stones *ret_stones, int *ret_ko);

#endif
