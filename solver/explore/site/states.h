/* The states that a site holds of a board and rules, one by one. */
#ifndef SOLVER_EXPLORE_SITE_STATES_H
#define SOLVER_EXPLORE_SITE_STATES_H

#include <stdbool.h>
#include <stdint.h>

#include "explore/site/code.h"
#include "solve.h"

struct states_walk {
    struct solve_board *board; /* borrowed, as rules and maps */
    struct solve_rules *rules;
    const struct code_maps *maps;
    int depth;   /* games of so many moves from the empty board, Black first */
    bool starts; /* every position as a start, whoever moves first */

    /* Is called for each state, in the order of their texts (code.h). game is as it was when it
     * returns. A negative errno ends the walk. */
    int (*visit)(void *arg, struct solve_game *game, const char *code);
    void *arg;
};

/*
 * The greatest depth, from that of the walk on and at most CODE_DEPTH_MAX, with at most so many
 * games; starts are not counted. That of the walk if it has more. Returns it or -ENOMEM.
 */
int states_deepest(const struct states_walk *walk, uint64_t games);

/* Goes through all of them; of symmetric ones one comes. Returns 0, -ENOMEM, or what visit
 * returned. */
int states_walk(const struct states_walk *walk);

#endif
