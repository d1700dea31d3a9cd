/* Writes trees as SGF, FF[4]: what sgf_read() reads comes back the same. */
#ifndef SOLVER_SGF_WRITE_H
#define SOLVER_SGF_WRITE_H

#include "base/error.h"
#include "sgf/tree.h"

/* The text of all games, a line a node, ended by a newline. *ret_text is the caller's: free(). A
 * zero follows its *ret_length bytes (ret_length may be NULL); values that were read may hold more
 * zeros. Returns 0, or what sgf_tree_failure() says, or -ENOMEM. */
int sgf_write(const struct sgf_tree *tree, char **ret_text, size_t *ret_length);

/* Writes it to a file, whole or not at all. Returns 0 or a negative errno (err). */
int sgf_write_file(const struct sgf_tree *tree, const char *path, struct error *err);

#endif
