/* The position of a key text. */
#ifndef SOLVER_STORE_ROOTS_ROOT_GAME_H
#define SOLVER_STORE_ROOTS_ROOT_GAME_H

#include <lmdb.h>

#include "rules/game.h"

struct root_game {
    struct graph *graph;
    struct game game;
    int komi_half_points;
};

/*
 * Makes it. graph_text is that of a graph file's board as `tables` has it, empty for a rectangle.
 * Returns 1; 0 if the ruleset is none of this version or `tables` has not the board; -EBADMSG:
 * there is no such position, with *ret_why; or -ENOMEM. root_game_release() it if 1.
 */
int root_game_make(const char *text, size_t length, const char *graph_text, size_t graph_length,
                   struct root_game *ret_root, const char **ret_why);
void root_game_release(struct root_game *root);

/* The text of the graph file of a key text's board, as the database `tables` has it; empty if it
 * has none. */
MDB_val root_game_graph_text(MDB_txn *txn, MDB_dbi tables, const char *text, size_t length);

#endif
