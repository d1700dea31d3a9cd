/*
 * Drawing moves for people. The boards after the turns stand side by side. Above each stands the
 * move, below it a player who got banned. The stone just played is in parentheses. Boards of graph
 * files that have a drawing stand behind it with the names of the points. Those that have none, and
 * boards that are wider than the screen, are written as text, a line each.
 */
#ifndef SOLVER_CLI_DRAW_H
#define SOLVER_CLI_DRAW_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "solve.h"

/* Returns the width of the terminal that out is, or what COLUMNS says; 0 if neither is known. */
int draw_width_told(FILE *out);

/* Returns the same, but 80 if neither is known. */
int draw_width(FILE *out);

/* A board after a turn. */
struct draw_frame {
    size_t number;          /* of the turn; 0 is the start */
    const uint8_t *stones;  /* as solve_game_stones() returns them; borrowed */
    int player;             /* who moved; -1 at the start */
    struct solve_move move; /* of the turn */
    int removed;            /* stones that the turn removed */
    int banned;             /* the player who may not play any more because of it, or -1 */
};

/* Draws the boards after turns first and later (0 is the start) within width columns. Returns 0 or
 * -ENOMEM; then nothing is drawn. */
int draw_game(FILE *out, const struct solve_game *game, size_t first, int width);

/* Draws boards that are not of one game. */
void draw_frames(FILE *out, const struct solve_board *board, const struct draw_frame *frames,
                 size_t count, int width);

#endif
