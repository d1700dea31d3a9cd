/*
 * Drawing a line of play for people: the board after each turn, several side by side, the play
 * above each, the stone just played in parentheses and a player who got banned below. Boards that
 * cannot be drawn (graph files) or are wider than the screen are written as text, a line each.
 */
#ifndef SOLVER_CLI_DRAW_H
#define SOLVER_CLI_DRAW_H

#include <stddef.h>
#include <stdio.h>

#include "rules/game.h"

/* The width of the terminal that out is, or what COLUMNS says; 0 where neither tells. */
int draw_width_told(FILE *out);

/* The same, but 80 where nothing tells. */
int draw_width(FILE *out);

/* Draws the boards after turns first .. game->count - 1 (0 is the start) within width columns. */
void draw_game(FILE *out, const struct game *game, size_t first, int width);

/* Bytes that draw_label() needs at most. */
#define DRAW_LABEL_MAX 64

/* Writes the play of a turn in short, "3. X B2(x2)"; "start" for turn 0. */
void draw_label(const struct game *game, size_t turn, char *buffer);

#endif
