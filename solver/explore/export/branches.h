/* Moves of a record that begin alike share their nodes. */
#ifndef SOLVER_EXPLORE_EXPORT_BRANCHES_H
#define SOLVER_EXPLORE_EXPORT_BRANCHES_H

#include <stddef.h>

#include <jansson.h>

#include "sgf/tree.h"
#include "solve.h"
#include "json/query_fault.h"

/* A move in the record; the first stands for the start. */
struct export_branch {
    int node; /* of the record */
    struct solve_move move;
    size_t first, next; /* the first child, the next child of the same parent; 0: none */
};

struct export_branches {
    struct sgf_tree *tree;
    struct export_branch *all; /* owned */
    size_t count, room;
};

/* Begins with the node of the start. Returns 0 or -ENOMEM. */
int branches_init(struct export_branches *branches, struct sgf_tree *tree, int root);
void branches_release(struct export_branches *branches);

/* The move after branch `at`: the one that is there, or a new one of player. Returns its index, or
 * -ENOMEM. */
long branches_move(struct export_branches *branches, size_t at, const struct solve_board *board,
                   int player, struct solve_move move);

/* The turns first .. last of game after branch `at`. Returns the last one's index, or -ENOMEM. */
long branches_turns(struct export_branches *branches, size_t at, const struct solve_game *game,
                    size_t first, size_t last);

/*
 * Adds variations: a list of lists of moves as text, each from the start of game on. A variation
 * ends before a move that is not legal. Returns 0; -EINVAL (fault): it is no such list; or -ENOMEM.
 */
int branches_vary(struct export_branches *branches, const struct solve_game *game,
                  const json_t *variations, struct query_fault *fault);

#endif
