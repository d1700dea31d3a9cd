/*
 * What players force, computed plainly: every board as it is, every state by itself, rules written
 * out, rounds over everything until nothing is new. It shares no code with the solver but the
 * reading of boards, and knows of no symmetry. For boards of at most nine points.
 */
#ifndef TESTS_DENSE_NAIVE_H
#define TESTS_DENSE_NAIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "board/graph.h"

#define NAIVE_POINTS_MAX 9
#define NAIVE_NEVER 0 /* a round: never */

/* Colours are 0 (Black) and 1 (White). */
struct naive_rules {
    bool simple_ko;
    int layers;       /* passes in a row that end the game */
    int suicide;      /* 0: none; 1: any; 2: any but that of a single stone */
    bool only_stones; /* stones count, and no territory */
};

struct naive_state {
    int board;  /* sum of digits 0 empty, 1 Black, 2 White times 3 to the power of the point */
    int before; /* the board that the mover must not make; -1: none */
    int point;  /* on which he would make it; -1 */
    int mover, passes;
    int first, count; /* of the states that it leads to, in naive.next */
    bool ends;        /* a pass ends the game */
};

struct naive {
    const struct graph *graph;
    struct naive_rules rules;
    int boards;  /* 3 to the power of the points */
    bool *legal; /* of a board */
    int *score;  /* of a board, Black's view */
    int *play;   /* [(board * 2 + mover) * points + point]: the board after it, or -1 */
    int *start;  /* [(board * 2 + mover) * layers + passes]: the state, or -1 */
    struct naive_state *states;
    int state_count, state_room;
    int *next;
    int next_count, next_room;
};

/* Lists all boards and states. naive_release() it. Aborts where there is no memory. */
void naive_init(struct naive *naive, const struct graph *graph, struct naive_rules rules);
void naive_release(struct naive *naive);

/* Returns for each state the round in which it is known that attacker forces a margin (his view):
 * the plies to the end at best; or NAIVE_NEVER. The caller frees them. */
int *naive_rounds(const struct naive *naive, int attacker, int margin);

/* What history_free.h says of a board: O, the owner to move, and P, the opponent to move. */
struct naive_bounds {
    bool *own, *other; /* by board */
};

/* By the definition there. The caller frees both. */
struct naive_bounds naive_bounds(const struct naive *naive, int owner, int margin);

/* The same where no board may come back: by the definition in tables/acyclic.h. */
struct naive_bounds naive_acyclic(const struct naive *naive, int owner, int margin);

#endif
