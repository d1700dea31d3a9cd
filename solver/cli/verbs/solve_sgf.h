/* What the main verb found as SGF: --sgf-out and --tree. */
#ifndef SOLVER_CLI_VERBS_SOLVE_SGF_H
#define SOLVER_CLI_VERBS_SOLVE_SGF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
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

#endif
