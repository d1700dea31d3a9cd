/*
 * Control as Pauli's rules 14 to 16 have it, slow and plain: every subset of the board, the game on
 * the whole board with its two new locations, which may be played as any other. Shares nothing with
 * solver/rules.
 */
#ifndef TESTS_CONTROL_NAIVE_CONTROL_H
#define TESTS_CONTROL_NAIVE_CONTROL_H

#include <stdbool.h>

#define NAIVE_MAX 8 /* points of a board */

enum { NAIVE_EMPTY, NAIVE_BUILDER, NAIVE_OPPONENT };

/* The game on a set: locations 0 .. board - 1, and two new ones behind them. */
struct naive {
    int board, locations;
    bool edge[NAIVE_MAX + 2][NAIVE_MAX + 2];
    bool in_set[NAIVE_MAX + 2];
    bool permanent[NAIVE_MAX + 2]; /* prohibited for good */
    bool ko_prohibited, builder_passes;
};

/* A situation of the game. */
struct naive_situation {
    unsigned char cells[NAIVE_MAX + 2];
    int prohibited; /* or -1 */
    bool builder_moves;
    bool pass_ends; /* a pass now would end the game */
};

/* [15] Has the builder bordered the set on these cells? Looks at the first count locations. */
bool naive_bordered(const struct naive *naive, const unsigned char *cells, int count);

/* [16] */
bool naive_formation(const struct naive *naive, const unsigned char *cells);

/* [14] The situation with which the game begins. */
void naive_start(const struct naive *naive, const unsigned char *cells,
                 struct naive_situation *ret_start);

/* Makes the move on location, -1 for a pass; returns false if it is not legal. */
bool naive_play(const struct naive *naive, const struct naive_situation *now, int location,
                struct naive_situation *ret_after);

/*
 * For every colouring of the board (its number in base 3, location 0 least) that the builder has
 * bordered: does he win? By sweeps over all situations that can be reached, passes not counted.
 * wins has 3^board entries, 0 where the set is not bordered. Aborts without memory.
 */
void naive_sweep(const struct naive *naive, unsigned char *wins);

/*
 * The same for one colouring, by looking at every line of play: a situation that is similar to an
 * earlier one of the line, and two passes, are the builder's failure. Returns 1, 0, or -1: not
 * decided in *budget steps, which are counted down.
 */
int naive_lines(const struct naive *naive, const unsigned char *cells, long *budget);

#endif
