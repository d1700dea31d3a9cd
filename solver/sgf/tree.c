/* Trees of nodes, kept in four arrays: what a tree takes grows with what is in it. */
#include "sgf/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "sgf/text.h"

struct sgf_value {
    int next;
    int start, length; /* in text */
    struct sgf_place place;
};

struct sgf_property {
    int next;
    int name; /* where it starts in text */
    int first_value, last_value;
};

struct sgf_node {
    int parent, next;
    int first_child, last_child;
    int first_property, last_property;
    struct sgf_place place;
};

struct sgf_tree {
    struct sgf_node *nodes;
    struct sgf_property *properties;
    struct sgf_value *values;
    char *text; /* names and values, each ended by zero */
    size_t node_count, node_room, property_count, property_room, value_count, value_room;
    size_t text_length, text_room;
    int first_root, last_root;
    int failure;
};

int sgf_tree_new(struct sgf_tree **ret_tree)
{
    struct sgf_tree *tree = calloc(1, sizeof(*tree));
    if (tree == NULL)
        return -ENOMEM;
    tree->first_root = tree->last_root = SGF_NONE;
    *ret_tree = tree;
    return 0;
}

void sgf_tree_free(struct sgf_tree *tree)
{
    if (tree == NULL)
        return;
    free(tree->nodes);
    free(tree->properties);
    free(tree->values);
    free(tree->text);
    free(tree);
}

int sgf_tree_failure(const struct sgf_tree *tree)
{
    return tree->failure;
}

/* Makes room for one more element, or remembers why there is none. */
static bool reserve(struct sgf_tree *tree, void *array, size_t wanted, size_t *room, size_t size)
{
    if (tree->failure == 0 && wanted > SGF_SIZE_MAX)
        tree->failure = -EFBIG;
    if (tree->failure == 0)
        tree->failure = array_reserve(array, wanted, room, size);
    return tree->failure == 0;
}

/* Appends text and a zero. Returns where it starts, or SGF_NONE. */
static int keep_text(struct sgf_tree *tree, const char *text, size_t length)
{
    size_t start = tree->text_length;
    if (length >= SGF_SIZE_MAX) {
        tree->failure = tree->failure < 0 ? tree->failure : -EFBIG;
        return SGF_NONE;
    }
    if (!reserve(tree, &tree->text, start + length + 1, &tree->text_room, 1))
        return SGF_NONE;
    if (length > 0)
        memcpy(tree->text + start, text, length);
    tree->text[start + length] = '\0';
    tree->text_length = start + length + 1;
    return (int)start;
}

/* --- nodes --- */

static int new_node(struct sgf_tree *tree, int parent, struct sgf_place place)
{
    size_t count = tree->node_count;
    if (!reserve(tree, &tree->nodes, count + 1, &tree->node_room, sizeof(*tree->nodes)))
        return SGF_NONE;
    tree->nodes[count] = (struct sgf_node){.parent = parent,
                                           .next = SGF_NONE,
                                           .first_child = SGF_NONE,
                                           .last_child = SGF_NONE,
                                           .first_property = SGF_NONE,
                                           .last_property = SGF_NONE,
                                           .place = place};
    tree->node_count = count + 1;
    return (int)count;
}

int sgf_add_root(struct sgf_tree *tree, struct sgf_place place)
{
    int node = new_node(tree, SGF_NONE, place);
    if (node == SGF_NONE)
        return SGF_NONE;
    if (tree->last_root == SGF_NONE)
        tree->first_root = node;
    else
        tree->nodes[tree->last_root].next = node;
    tree->last_root = node;
    return node;
}

int sgf_add_node(struct sgf_tree *tree, int node, struct sgf_place place)
{
    int child = node == SGF_NONE ? SGF_NONE : new_node(tree, node, place);
    if (child == SGF_NONE)
        return SGF_NONE;
    struct sgf_node *parent = &tree->nodes[node];
    if (parent->last_child == SGF_NONE)
        parent->first_child = child;
    else
        tree->nodes[parent->last_child].next = child;
    parent->last_child = child;
    return child;
}

int sgf_node_count(const struct sgf_tree *tree)
{
    return (int)tree->node_count;
}

int sgf_first_child(const struct sgf_tree *tree, int node)
{
    return node == SGF_NONE ? tree->first_root : tree->nodes[node].first_child;
}

int sgf_next_sibling(const struct sgf_tree *tree, int node)
{
    return node == SGF_NONE ? SGF_NONE : tree->nodes[node].next;
}

int sgf_parent(const struct sgf_tree *tree, int node)
{
    return node == SGF_NONE ? SGF_NONE : tree->nodes[node].parent;
}

struct sgf_place sgf_node_place(const struct sgf_tree *tree, int node)
{
    return node == SGF_NONE ? (struct sgf_place){0} : tree->nodes[node].place;
}

/* --- properties --- */

int sgf_add_property(struct sgf_tree *tree, int node, const char *name, size_t length)
{
    int start = node == SGF_NONE ? SGF_NONE : keep_text(tree, name, length);
    size_t count = tree->property_count;
    if (start == SGF_NONE || !reserve(tree, &tree->properties, count + 1, &tree->property_room,
                                      sizeof(*tree->properties)))
        return SGF_NONE;
    tree->properties[count] = (struct sgf_property){
        .next = SGF_NONE, .name = start, .first_value = SGF_NONE, .last_value = SGF_NONE};
    tree->property_count = count + 1;
    struct sgf_node *owner = &tree->nodes[node];
    if (owner->last_property == SGF_NONE)
        owner->first_property = (int)count;
    else
        tree->properties[owner->last_property].next = (int)count;
    owner->last_property = (int)count;
    return (int)count;
}

int sgf_add_raw(struct sgf_tree *tree, int property, const char *raw, size_t length,
                struct sgf_place place)
{
    int start = property == SGF_NONE ? SGF_NONE : keep_text(tree, raw, length);
    size_t count = tree->value_count;
    if (start == SGF_NONE ||
        !reserve(tree, &tree->values, count + 1, &tree->value_room, sizeof(*tree->values)))
        return SGF_NONE;
    tree->values[count] =
        (struct sgf_value){.next = SGF_NONE, .start = start, .length = (int)length, .place = place};
    tree->value_count = count + 1;
    struct sgf_property *owner = &tree->properties[property];
    if (owner->last_value == SGF_NONE)
        owner->first_value = (int)count;
    else
        tree->values[owner->last_value].next = (int)count;
    owner->last_value = (int)count;
    return (int)count;
}

void sgf_add_plain(struct sgf_tree *tree, int node, const char *name, const char *value)
{
    int property = sgf_add_property(tree, node, name, strlen(name));
    sgf_add_raw(tree, property, value, strlen(value), (struct sgf_place){0});
}

void sgf_add_text(struct sgf_tree *tree, int node, const char *name, const char *text)
{
    char *escaped = sgf_text_escape(text);
    if (escaped != NULL)
        sgf_add_plain(tree, node, name, escaped);
    else if (tree->failure == 0)
        tree->failure = -ENOMEM;
    free(escaped);
}

void sgf_add_to(struct sgf_tree *tree, int node, const char *name, const char *value)
{
    int property = sgf_find_property(tree, node, name);
    if (property == SGF_NONE)
        property = sgf_add_property(tree, node, name, strlen(name));
    sgf_add_raw(tree, property, value, strlen(value), (struct sgf_place){0});
}

int sgf_first_property(const struct sgf_tree *tree, int node)
{
    return node == SGF_NONE ? SGF_NONE : tree->nodes[node].first_property;
}

int sgf_next_property(const struct sgf_tree *tree, int property)
{
    return property == SGF_NONE ? SGF_NONE : tree->properties[property].next;
}

const char *sgf_property_name(const struct sgf_tree *tree, int property)
{
    return property == SGF_NONE ? "" : tree->text + tree->properties[property].name;
}

int sgf_find_property(const struct sgf_tree *tree, int node, const char *name)
{
    int property = sgf_first_property(tree, node);
    while (property != SGF_NONE && strcmp(sgf_property_name(tree, property), name) != 0)
        property = sgf_next_property(tree, property);
    return property;
}

int sgf_first_value(const struct sgf_tree *tree, int property)
{
    return property == SGF_NONE ? SGF_NONE : tree->properties[property].first_value;
}

int sgf_next_value(const struct sgf_tree *tree, int value)
{
    return value == SGF_NONE ? SGF_NONE : tree->values[value].next;
}

const char *sgf_value_raw(const struct sgf_tree *tree, int value, size_t *ret_length)
{
    if (ret_length != NULL)
        *ret_length = value == SGF_NONE ? 0 : (size_t)tree->values[value].length;
    return value == SGF_NONE ? "" : tree->text + tree->values[value].start;
}

struct sgf_place sgf_value_place(const struct sgf_tree *tree, int value)
{
    return value == SGF_NONE ? (struct sgf_place){0} : tree->values[value].place;
}
