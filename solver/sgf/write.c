/* Writing SGF: from node to node by the links between them, without recursion. */
#include "sgf/write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/whole_file.h"

struct written {
    char *chars;
    size_t length, room;
    int failure;
};

static void put(struct written *out, const char *chars, size_t length)
{
    if (out->failure == 0)
        out->failure = array_reserve(&out->chars, out->length + length, &out->room, 1);
    if (out->failure < 0)
        return;
    memcpy(out->chars + out->length, chars, length);
    out->length += length;
}

static void put_node(struct written *out, const struct sgf_tree *tree, int node)
{
    put(out, ";", 1);
    for (int p = sgf_first_property(tree, node); p != SGF_NONE; p = sgf_next_property(tree, p)) {
        const char *name = sgf_property_name(tree, p);
        put(out, name, strlen(name));
        for (int v = sgf_first_value(tree, p); v != SGF_NONE; v = sgf_next_value(tree, v)) {
            size_t length;
            const char *raw = sgf_value_raw(tree, v, &length);
            put(out, "[", 1);
            put(out, raw, length);
            put(out, "]", 1);
        }
    }
    put(out, "\n", 1);
}

/* Does node begin a game, or one of several variations? */
static bool begins(const struct sgf_tree *tree, int node)
{
    int parent = sgf_parent(tree, node);
    return parent == SGF_NONE || sgf_next_sibling(tree, sgf_first_child(tree, parent)) != SGF_NONE;
}

/* Ends what node and those above it began, up to one that has a next. Returns that next. */
static int climb(struct written *out, const struct sgf_tree *tree, int node)
{
    while (node != SGF_NONE) {
        int next = sgf_next_sibling(tree, node);
        if (begins(tree, node))
            put(out, ")\n", 2);
        if (next != SGF_NONE)
            return next;
        node = sgf_parent(tree, node);
    }
    return SGF_NONE;
}

static int write_tree(const struct sgf_tree *tree, struct written *out)
{
    for (int node = sgf_first_child(tree, SGF_NONE); node != SGF_NONE;) {
        if (begins(tree, node))
            put(out, "(", 1);
        put_node(out, tree, node);
        int child = sgf_first_child(tree, node);
        node = child != SGF_NONE ? child : climb(out, tree, node);
    }
    if (out->failure == 0)
        out->failure = sgf_tree_failure(tree);
    return out->failure;
}

int sgf_write(const struct sgf_tree *tree, char **ret_text, size_t *ret_length)
{
    struct written out = {0};
    write_tree(tree, &out);
    put(&out, "", 1); /* the final zero */
    if (out.failure < 0) {
        free(out.chars);
        return out.failure;
    }
    *ret_text = out.chars;
    if (ret_length != NULL)
        *ret_length = out.length - 1;
    return 0;
}

int sgf_write_file(const struct sgf_tree *tree, const char *path, struct error *err)
{
    struct written out = {0};
    int r = write_tree(tree, &out);
    if (r < 0)
        error_set(err, r, "cannot write %.200s: %s", path, strerror(-r));
    else
        r = whole_file_write(path, out.chars, out.length, err);
    free(out.chars);
    return r;
}
