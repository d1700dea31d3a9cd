/*
 * SGF files as trees. A tree holds a collection: its games are the roots; a node has properties,
 * and a property has values. Values are kept as they stand between their brackets, escapes and all,
 * so that what nobody here understands is written as it was read.
 *
 * Nodes, properties and values are numbers; SGF_NONE is none. Adding to SGF_NONE does nothing and
 * returns SGF_NONE, so a caller may build a whole tree and ask sgf_tree_failure() once, at the end.
 */
#ifndef SOLVER_SGF_TREE_H
#define SOLVER_SGF_TREE_H

#include <stdbool.h>
#include <stddef.h>

#define SGF_NONE (-1)

/* Bytes of a file that is read, and of the texts of a tree. */
#define SGF_SIZE_MAX ((size_t)1 << 30)

struct sgf_tree;

/* Where something stands in the file that it was read from, from 1; 0: it was not read. */
struct sgf_place {
    int line, column;
};

/* Makes an empty tree. Returns 0 or -ENOMEM. */
int sgf_tree_new(struct sgf_tree **ret_tree);
void sgf_tree_free(struct sgf_tree *tree);

/* 0, or what kept something from being added: -ENOMEM, or -EFBIG (more than SGF_SIZE_MAX). */
int sgf_tree_failure(const struct sgf_tree *tree);

/* --- nodes --- */

/* Adds a game to the collection, as its last: a root. */
int sgf_add_root(struct sgf_tree *tree, struct sgf_place place);

/* Adds a child to node, as its last. */
int sgf_add_node(struct sgf_tree *tree, int node, struct sgf_place place);

/* The number of nodes: they are 0 .. count - 1, in the order in which they were added. */
int sgf_node_count(const struct sgf_tree *tree);

/* Of any node, SGF_NONE too: the first root if node is SGF_NONE, else its first child. */
int sgf_first_child(const struct sgf_tree *tree, int node);

/* The next child of the same parent, or the next root. */
int sgf_next_sibling(const struct sgf_tree *tree, int node);

/* SGF_NONE: it is a root. */
int sgf_parent(const struct sgf_tree *tree, int node);

struct sgf_place sgf_node_place(const struct sgf_tree *tree, int node);

/* --- properties --- */

/* Adds a property without values to node. name is upper case, length bytes. */
int sgf_add_property(struct sgf_tree *tree, int node, const char *name, size_t length);

/* Adds a value as it is to stand between brackets: whoever calls has escaped it. */
int sgf_add_raw(struct sgf_tree *tree, int property, const char *raw, size_t length,
                struct sgf_place place);

/* Adds a property with one value, which needs no escapes. */
void sgf_add_plain(struct sgf_tree *tree, int node, const char *name, const char *value);

/* Adds a property with one text, which is escaped. */
void sgf_add_text(struct sgf_tree *tree, int node, const char *name, const char *text);

/* Adds one more value to the property of that name, which is made if there is none. */
void sgf_add_to(struct sgf_tree *tree, int node, const char *name, const char *value);

int sgf_first_property(const struct sgf_tree *tree, int node);
int sgf_next_property(const struct sgf_tree *tree, int property);

/* It lasts until something is added to the tree. */
const char *sgf_property_name(const struct sgf_tree *tree, int property);

/* The first property of that name; SGF_NONE: the node has none. */
int sgf_find_property(const struct sgf_tree *tree, int node, const char *name);

int sgf_first_value(const struct sgf_tree *tree, int property);
int sgf_next_value(const struct sgf_tree *tree, int value);

/* The value as it stands between the brackets. It lasts until something is added to the tree; a
 * zero follows it, and there may be more of them in it. *ret_length may be NULL. */
const char *sgf_value_raw(const struct sgf_tree *tree, int value, size_t *ret_length);

struct sgf_place sgf_value_place(const struct sgf_tree *tree, int value);

#endif
