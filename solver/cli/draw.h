/*
 * Drawing a line of play for people: the board after each turn, several side by side, the play
 * above each, the stone just played in parentheses and a player who got banned below. Boards that
 * cannot be drawn (graph files) or are wider than the screen are written as text, a line each.
 */
#ifndef SOLVER_CLI_DRAW_H
#define SOLVER_CLI_DRAW_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "solve.h"

/* The width of the terminal that out is, or what COLUMNS says; 0 where neither tells. */
int draw_width_told(FILE *out);

/* The same, but 80 where nothing tells. */
int draw_width(FILE *out);

/* A board after a turn. */
struct draw_frame {
    size_t number;         /* of the turn; 0 is the start */
    const uint8_t *stones; /* as solve_game_stones() has them; borrowed */
    int player;            /* who moved; -1 at the start */
    struct solve_move move;
    int removed; /* stones that the turn removed */
    int banned;  /* the player whom the turn got prohibited from playing, or -1 */
};

/* Draws the boards after turns first and later (0 is the start) within width columns. */
void draw_game(FILE *out, const struct solve_game *game, size_t first, int width);

/* The same of frames that are of no game. */
void draw_frames(FILE *out, const struct solve_board *board, const struct draw_frame *frames,
                 size_t count, int width);

#endif
