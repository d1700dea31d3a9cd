/* Nodes by their moves. */
#include "sgf/path.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "sgf/text.h"

bool sgf_path_is_one(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789.#")] == '\0';
}

bool sgf_path_has_move(const struct sgf_tree *tree, int node)
{
    return sgf_find_property(tree, node, "B") != SGF_NONE ||
           sgf_find_property(tree, node, "W") != SGF_NONE;
}

int sgf_path_end(const struct sgf_tree *tree, int node)
{
    int child = SGF_NONE;
    while (node != SGF_NONE && (child = sgf_first_child(tree, node)) != SGF_NONE)
        node = child;
    return node;
}

/* Goes on through nodes that follow alone and have no move. */
static int skip_setup(const struct sgf_tree *tree, int node)
{
    int child = sgf_first_child(tree, node);
    while (child != SGF_NONE && sgf_next_sibling(tree, child) == SGF_NONE &&
           !sgf_path_has_move(tree, child)) {
        node = child;
        child = sgf_first_child(tree, node);
    }
    return node;
}

/* Goes on from node, which counts, by so many moves. Returns SGF_NONE if there are only *ret_moves.
 */
static int follow(const struct sgf_tree *tree, int node, int moves, int *ret_moves)
{
    int made = 0;
    for (; node != SGF_NONE; node = sgf_first_child(tree, node)) {
        made += sgf_path_has_move(tree, node);
        if (made == moves)
            return skip_setup(tree, node);
    }
    *ret_moves = made;
    return SGF_NONE;
}

int sgf_path_at_move(const struct sgf_tree *tree, int root, int move, int *ret_moves)
{
    /* A root that moves has nothing before it. */
    if (move == 0 && sgf_path_has_move(tree, root)) {
        *ret_moves = 0;
        return SGF_NONE;
    }
    return follow(tree, root, move, ret_moves);
}

/* Reads a number at *at and steps over it. Returns -1: there is none, or it is too large. */
static int read_number(const char **at)
{
    int number = 0;
    if (**at < '0' || **at > '9')
        return -1;
    for (; **at >= '0' && **at <= '9'; (*at)++) {
        if (number > (INT_MAX - 9) / 10)
            return -1;
        number = number * 10 + (**at - '0');
    }
    return number;
}

static int count_children(const struct sgf_tree *tree, int node)
{
    int count = 0;
    for (int child = sgf_first_child(tree, node); child != SGF_NONE;
         child = sgf_next_sibling(tree, child))
        count++;
    return count;
}

/* Child of that number, from 1, of node, or the game of that number of SGF_NONE. */
static int find_child(const struct sgf_tree *tree, int node, int number)
{
    int child = sgf_first_child(tree, node);
    while (--number > 0 && child != SGF_NONE)
        child = sgf_next_sibling(tree, child);
    return number == 0 ? child : SGF_NONE;
}

static int refuse_syntax(const char *text, struct error *err)
{
    char shown[41];
    return error_set(err, -EINVAL,
                     "node '%s': wanted a move such as 12, or with variations 12.2.3, of game 2 of "
                     "the file 2#12",
                     sgf_text_shown(text, shown, sizeof(shown)));
}

/* Is text a game's number and '#', or not, and then numbers joined by '.', or nothing? */
static bool is_well_formed(const char *text)
{
    const char *mark = strchr(text, '#');
    if (mark != NULL) {
        if (read_number(&text) < 1 || text != mark)
            return false;
        text++;
    }
    while (*text != '\0') {
        if (read_number(&text) < 0 || (*text != '.' && *text != '\0') ||
            (*text == '.' && text[1] == '\0'))
            return false;
        text += *text == '.';
    }
    return true;
}

static int refuse_variation(const char *text, int number, int count, struct error *err)
{
    if (count == 0)
        return error_set(err, -EINVAL,
                         "node '%.40s': variation %d is not there: the line ends before it", text,
                         number);
    return error_set(err, -EINVAL, "node '%.40s': variation %d is not there: wanted at most %d",
                     text, number, count);
}

/* Follows the path after the game's number. node is where it goes on, itself the first. */
static int find_from(const struct sgf_tree *tree, const char *text, const char *at, int node,
                     int *ret_node, struct error *err)
{
    for (bool root = true; *at != '\0'; root = false) {
        int made = 0, moves = read_number(&at);
        if (moves == 0 && !root)
            return refuse_syntax(text, err);
        node = root ? sgf_path_at_move(tree, node, moves, &made) : follow(tree, node, moves, &made);
        if (node == SGF_NONE)
            return error_set(err, -EINVAL, "node '%.40s': move %d is not there: the line has %d",
                             text, moves, made);
        if (*at++ == '\0') {
            *ret_node = node;
            return 0;
        }
        int number = read_number(&at), child = find_child(tree, node, number);
        if (number == 0)
            return refuse_syntax(text, err);
        if (child == SGF_NONE)
            return refuse_variation(text, number, count_children(tree, node), err);
        node = child;
        at += *at == '.';
    }
    *ret_node = sgf_path_end(tree, node);
    return 0;
}

int sgf_path_find(const struct sgf_tree *tree, const char *text, int *ret_node, struct error *err)
{
    const char *at = text;
    int game = 1;
    if (!is_well_formed(text))
        return refuse_syntax(text, err);
    if (strchr(text, '#') != NULL) {
        game = read_number(&at);
        at++;
    }
    int root = find_child(tree, SGF_NONE, game);
    if (root == SGF_NONE)
        return error_set(err, -EINVAL, "node '%.40s': game %d is not there: the file has %d", text,
                         game, count_children(tree, SGF_NONE));
    return find_from(tree, text, at, root, ret_node, err);
}
