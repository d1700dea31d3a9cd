/* What programs that test need to make games: boards, positions, dice; and an end where they
 * cannot. */
#ifndef TESTS_COMMON_GAMES_H
#define TESTS_COMMON_GAMES_H

#include "rules/game.h"

/* Prints the line on stderr and ends the program with 2: the test itself is wrong. */
_Noreturn void die(const char *why);

/* Dies with why unless it is good. */
void must(bool good, const char *why);

/* A number below n; the same ones in every run, from the seed on. */
unsigned random_below(unsigned n);
void random_seed(uint64_t seed);

/* The board named, RxC or a graph file, to be freed; dies if there is none. */
struct graph *open_board(const char *name);

/* The ruleset named, with its fields; dies if there is none. */
struct ruleset open_rules(const char *name);

/* Starts a game on the empty board, Black to move; returns its board, to be freed after it. */
struct graph *start_empty(struct game *ret_game, const char *board, const char *rules);

/* Plays the moves of a text ("B1 pass"); dies if one is illegal. */
void play_all(struct game *game, const char *text);

/*
 * The next position of two colours, counted up in base 3 from the empty board; not every one is
 * legal. Returns false after the last.
 */
bool next_colouring(const struct graph *graph, struct position *position);

/* A random legal position: two cells in five are empty. */
void random_position(const struct graph *graph, struct position *ret_position);

#endif
