/*
 * Reads SGF, FF[1] to FF[4]: a collection of games with their variations. Nothing is looked into
 * but the syntax: what a property means is for others (line.h). Lower case letters in the name of a
 * property are left out, as FF[3] has it. What stands before the first "(;" is skipped. Variations
 * may be as deep as they like. What it takes grows with the size of the file alone.
 *
 * The text is made UTF-8: from the charset that the first CA names; without CA from ISO-8859-1, as
 * FF[4] has it, unless it is UTF-8 already. In a charset that nobody knows, or that it does not
 * keep to, bytes stay as they are.
 */
#ifndef SOLVER_SGF_READ_H
#define SOLVER_SGF_READ_H

#include <stddef.h>

#include "base/error.h"
#include "sgf/tree.h"

/* Returns 0, with at least one game in the tree; -EINVAL (err names line and column, and what is
 * wanted), -EFBIG (more than SGF_SIZE_MAX bytes) or -ENOMEM. */
int sgf_read(const char *bytes, size_t length, struct sgf_tree **ret_tree, struct error *err);

/* The same of a file; "-" is no name of one. Returns also the negative errno of reading (err). */
int sgf_read_file(const char *path, struct sgf_tree **ret_tree, struct error *err);

#endif
