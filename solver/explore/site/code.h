/*
 * States as short texts, by which a site finds them. A move is a character: point p is '0' + p,
 * then come a pass 'x' and a refreshing pass 'y'; what removes a cycle has 'z' and '0' + its number
 * before it. A game from the empty board is 'h' and its moves; a start is 's', who moves first (b
 * or w) and the stones.
 *
 * Symmetric states have one text: the first in the order of characters. page/src/site.js makes the
 * same texts.
 */
#ifndef SOLVER_EXPLORE_SITE_CODE_H
#define SOLVER_EXPLORE_SITE_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "solve.h"

/* Moves of a game that a site holds, at most. So no cycle has a number without a character. */
#define CODE_DEPTH_MAX 40

/* Bytes of the text of a state, with the final zero. */
#define CODE_STATE_MAX (3 * CODE_DEPTH_MAX + SOLVE_POINTS_MAX + 3)

/* The symmetries of a board. */
struct code_maps {
    int points;
    int count; /* at least 1: the identity is the first */
    int *all;  /* as solve_board_symmetries() has them; owned */
};

/*
 * Finds the symmetries. With rules that remove cycles there is the identity alone: what such rules
 * say of a situation names points in ways that are left as they are. Returns 0 or -ENOMEM. Release
 * with code_maps_release().
 */
int code_maps_init(struct code_maps *ret_maps, const struct solve_board *board,
                   const struct solve_rules *rules);
void code_maps_release(struct code_maps *maps);

/* Appends a move, its point mapped (NULL: as it is). */
void code_move(struct strbuf *text, struct solve_move move, const int *map);

/* Appends a point. */
void code_point(struct strbuf *text, int point);

/* Writes the text of a game from the empty board, as it is, into buffer of CODE_STATE_MAX bytes.
 * Returns whether no symmetric one comes before it. At most CODE_DEPTH_MAX moves. */
bool code_game(const struct solve_game *game, const struct code_maps *maps, char *buffer);

/* Does no symmetric position come before this one, a character of ".OX" a point? */
bool code_is_first(const char *stones, const struct code_maps *maps);

#endif
