/*
 * Borders: how a board is coloured point by point without listing the colourings (Tromp and
 * Farneback, Combinatorics of Go, 2006).
 *
 * The border are the coloured points that still have neighbours to come. What a partial colouring
 * lets the rest of the board be is told by its state there: a point is empty, has a stone whose
 * chain has a liberty, or a stone whose chain still needs one. Of chains that need a liberty it is
 * told which stones of the border belong together; of the others it does not matter. Partial
 * colourings with the same state go on in the same ways, so they are counted together. So are a
 * state and the one with the colours swapped: one of the two stands for both.
 *
 * A way describes the order of the points, and how a state is written: as a key of a few words.
 */
#ifndef SOLVER_BOARD_LEGAL_BORDER_H
#define SOLVER_BOARD_LEGAL_BORDER_H

#include <stdint.h>

#include "board/graph.h"

/* Colours of a point. */
#define BORDER_COLOURS 3

/* The most columns of a rectangle whose states have a key of one word. */
#define BORDER_RECTANGLE_MAX 16

/* The most words of a key: BOARD_MAX_POINTS slots, six in a word. */
#define BORDER_KEY_MAX 61

struct border_way;

/*
 * Writes the keys of the states that follow key when the next point, the one of this step, gets
 * each of its colours; none where a chain can get no liberty any more. Returns how many they are.
 * The first key and, after the last step, each other one is all zero. No key has all bits of its
 * first word set.
 */
typedef int border_follow(const struct border_way *way, int step, const uint64_t *key,
                          uint64_t *ret_keys);

struct border_way {
    border_follow *follow;
    /* The bits of the first word of a key that this step and the next ones hardly change: states in
     * which they are the same are kept together. NULL: all bits may change. */
    uint64_t (*lasting)(const struct border_way *way, int step);
    int steps;                /* the points of the board */
    int key_words;            /* 64-bit words of a key */
    int columns;              /* of a rectangle: the shorter side */
    int bits;                 /* of a graph: for a slot of the border in a key */
    int per_word;             /* of a graph: slots in a word */
    int slots;                /* of a graph: points that the border has at most */
    struct border_step *list; /* of a graph: what happens in each step; owned */
    int *numbers;             /* of a graph: the slots that the steps name; owned */
};

/* The way through a rectangle, row by row. Its shorter side is at most BORDER_RECTANGLE_MAX. */
void border_rectangle(struct border_way *ret_way, const struct graph *graph);

/* The way through any board, which keeps the border small. Returns 0 or -ENOMEM; border_release()
 * it. */
int border_graph(struct border_way *ret_way, const struct graph *graph);

/* Frees what a way owns. */
void border_release(struct border_way *way);

#endif
