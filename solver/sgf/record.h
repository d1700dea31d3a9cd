/* Records of games as trees: what line.h reads comes back as the same game. */
#ifndef SOLVER_SGF_RECORD_H
#define SOLVER_SGF_RECORD_H

#include <stdbool.h>

#include "base/error.h"
#include "sgf/tree.h"
#include "solve.h"

/* Can SGF hold such a game? It has rectangles of at most 52 by 52, and two players. Returns 0 or
 * -EINVAL (err). */
int sgf_record_check(const struct solve_board *board, const struct solve_rules *rules,
                     struct error *err);

/*
 * Adds a root for the game's start as it was after turn: GM FF CA AP SZ RU PL AB AW, and KM unless
 * komi is NULL (half points). Returns the node, or SGF_NONE as sgf_add_root() does. The board and
 * the rules must have passed sgf_record_check().
 */
int sgf_record_start(struct sgf_tree *tree, const struct solve_game *game, size_t turn,
                     const int *komi_half_points);

/* Adds a node with a move of player after node. What SGF cannot write stands beside it, too
 * (line.h). Returns the node or SGF_NONE. */
int sgf_record_move(struct sgf_tree *tree, int node, const struct solve_board *board, int player,
                    struct solve_move move);

/* Adds the turns first .. last of game after node. Returns the last node. */
int sgf_record_turns(struct sgf_tree *tree, int node, const struct solve_game *game, size_t first,
                     size_t last);

/* Adds RE to a root if game is over: "B+3.5" at that komi, "0" for a tie, "Void" for no result. */
void sgf_record_result(struct sgf_tree *tree, int root, const struct solve_game *game,
                       int komi_half_points);

/* The whole game in a new tree, with RE. Returns 0, -EINVAL (sgf_record_check()) or -ENOMEM. */
int sgf_record_game(const struct solve_game *game, const int *komi_half_points,
                    struct sgf_tree **ret_tree, struct error *err);

#endif
