/* What the main verb found as SGF: --sgf-out and --tree. */
#ifndef SOLVER_CLI_VERBS_SOLVE_SGF_H
#define SOLVER_CLI_VERBS_SOLVE_SGF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "cli/solve_options.h"
#include "sgf/tree.h"
#include "solve.h"

/* What was made. */
struct solve_sgf {
    struct sgf_tree *tree; /* owned */
    size_t positions;      /* whose moves are in the tree with values */
    size_t open;           /* of these, and of those that were not solved any more, not proved */
};

/*
 * Makes the tree: the game so far; with options->tree 0 the best line; else all moves to that
 * depth, which request solves position after position, and the best line. result is that of the
 * game, by the same request. Returns 0, -ENOMEM or -EFBIG (err). A limit or the interrupt leaves
 * out what is not proved. Release with sgf_tree_free().
 */
int solve_sgf_make(const struct solve_options *options, const struct solve_request *request,
                   const struct solve_result *result, struct solve_sgf *ret_sgf, struct error *err);

/* Appends a value as comments have it: "+3", "lower -4, upper +4", "between -2 and +6". */
void solve_sgf_add_value(struct strbuf *text, const struct solve_bounds *bounds);

/* Adds to the node of a position what its moves are worth, as labels on points. */
void solve_sgf_label_moves(struct sgf_tree *tree, int node, const struct solve_result *result);

/* The same, and TR on the best. */
void solve_sgf_mark_moves(struct sgf_tree *tree, int node, const struct solve_result *result);

/* Adds C with the value of a position, its best moves and what passes are worth; head (may be NULL)
 * comes first. */
void solve_sgf_comment(struct sgf_tree *tree, int node, const char *head,
                       const struct solve_result *result, int komi_half_points);

/* Adds the moves of a principal variation from move first on, after node. At its end C says how the
 * game stands. */
void solve_sgf_add_line(struct sgf_tree *tree, int node, const struct solve_result *result,
                        size_t first);

#endif
