/*
 * Positions: which player's stone, if any, stands on each point. Players are numbered from 0
 * (Black) in the order of play; a stone of player k is shown by one of the characters X O # @.
 */
#ifndef SOLVER_BOARD_POSITION_H
#define SOLVER_BOARD_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "board/graph.h"

/* The players of a game of two. */
enum colour { BLACK = 0, WHITE = 1 };

#define PLAYERS_MAX 4
#define POINT_EMPTY 0

/* The stone of player k on a point. */
#define STONE_OF(player) ((uint8_t)((player) + 1))

struct position {
    uint8_t cells[BOARD_MAX_POINTS]; /* POINT_EMPTY or STONE_OF(player) */
};

/* A maximal connected set of points of one content: a chain, or an empty region. */
struct chain {
    int size;
    int points[BOARD_MAX_POINTS];
    int liberties;             /* empty points next to it, each once (0 for an empty region) */
    bool touches[PLAYERS_MAX]; /* the players whose stones are next to it */
};

/*
 * Reads position text: rows from top to bottom joined by '/' or a new line, one character a point
 * ('.' empty, X O # @ the players' stones); one row for a graph file. Blanks do not matter, nor do
 * empty lines at both ends. Also read are '-' and '+' as empty, x b B as X, o w W as O; nothing
 * else, as ',' could be a point or the end of a row. players is the number of players whose stones
 * may stand. Does not look at liberties: position_check() does.
 * Returns 0 or -EINVAL (err names the character and where it stands).
 */
int position_parse(const struct graph *graph, int players, const char *text,
                   struct position *ret_position, struct error *err);

/* Every chain must have a liberty. Returns 0 or -EINVAL (err names a stone of the chain). */
int position_check(const struct graph *graph, const struct position *position, struct error *err);

/* Bytes that position_format() needs at most, with the final zero. */
#define POSITION_TEXT_MAX (2 * BOARD_MAX_POINTS + 1)

/* Writes the position text of position into buffer of POSITION_TEXT_MAX bytes. */
void position_format(const struct graph *graph, const struct position *position, char *buffer);

/* Gathers the chain or empty region of point. */
void position_chain(const struct graph *graph, const struct position *position, int point,
                    struct chain *ret_chain);

bool position_equal(const struct graph *graph, const struct position *a, const struct position *b);

#endif
