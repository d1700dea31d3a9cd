/* A board on a canvas: wood, lines, names of points, stones. */
#ifndef SOLVER_PICTURE_DRAWN_BOARD_H
#define SOLVER_PICTURE_DRAWN_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "picture/canvas.h"
#include "picture/places.h"
#include "solve.h"

/* How large a board is drawn. */
enum drawn_size { DRAWN_LARGE, DRAWN_MEDIUM, DRAWN_SMALL };

struct drawn_board {
    const struct solve_board *board;
    struct place *places; /* in units of the canvas */
    double step;          /* from a point to the next */
    bool named;           /* with the names of points */
    double left, top;     /* of the wood */
    double width, height; /* of all, from (0, 0) on */
    double wood_width, wood_height;
};

/* Lays the board out with its upper left corner at (0, 0). Large boards have names. Returns 0 or
 * -ENOMEM; drawn_board_release() it. */
int drawn_board_init(struct drawn_board *ret_drawn, const struct solve_board *board,
                     enum drawn_size size);
void drawn_board_release(struct drawn_board *drawn);

/* Moves what is laid out. */
void drawn_board_move(struct drawn_board *drawn, double x, double y);

/* Draws wood, lines and names. */
void drawn_board_draw(struct canvas *canvas, const struct drawn_board *drawn);

/* Draws a stone of player 0 .. 3, with text on it where text is not NULL. */
void drawn_board_stone(struct canvas *canvas, const struct drawn_board *drawn, int point,
                       int player, const char *text);

/* Draws all stones, as solve_game_stones() has them, and marks the one on last (-1: none). */
void drawn_board_stones(struct canvas *canvas, const struct drawn_board *drawn,
                        const uint8_t *stones, int last);

#endif
