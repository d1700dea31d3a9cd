/* Points as letters: a to z, then A to Z. */
#include "sgf/point.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "sgf/text.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const char *sgf_point_format(const struct solve_board *board, int point, char buffer[SGF_POINT_MAX])
{
    int columns = solve_board_columns(board);
    buffer[0] = '\0';
    if (point >= 0 && columns > 0 && columns <= SGF_SIDE_MAX && point / columns < SGF_SIDE_MAX)
        snprintf(buffer, SGF_POINT_MAX, "%c%c", letters[point % columns], letters[point / columns]);
    return buffer;
}

int sgf_point_refuse(const struct sgf_tree *tree, int property, int value, const char *what,
                     struct error *err)
{
    char shown[41];
    struct sgf_place place = sgf_value_place(tree, value);
    sgf_text_shown(sgf_value_raw(tree, value, NULL), shown, sizeof(shown));
    return error_set(err, -EINVAL, "line %d, column %d: %.20s[%s]: %s", place.line, place.column,
                     sgf_property_name(tree, property), shown, what);
}

/* Returns where the text begins and ends without the white space around it. */
static const char *trim(const char *text, size_t length, size_t *ret_length)
{
    static const char blanks[] = " \t\r\n\v\f";
    while (length > 0 && strchr(blanks, text[0]) != NULL) {
        text++;
        length--;
    }
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL)
        length--;
    *ret_length = length;
    return text;
}

/* Returns the row or column that a letter names, or -1. */
static int place_of(char letter)
{
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;
    return found != NULL ? (int)(found - letters) : -1;
}

/* Reads two letters. Returns whether they name a point of the board. */
static bool read_pair(const char *text, size_t length, const struct solve_board *board,
                      int *ret_column, int *ret_row)
{
    if (length != 2)
        return false;
    *ret_column = place_of(text[0]);
    *ret_row = place_of(text[1]);
    return *ret_column >= 0 && *ret_column < solve_board_columns(board) && *ret_row >= 0 &&
           *ret_row < solve_board_rows(board);
}

static int refuse_point(const struct sgf_tree *tree, int property, int value,
                        const struct solve_board *board, const char *more, struct error *err)
{
    char what[96];
    snprintf(what, sizeof(what), "no point of the board, which has %d rows and %d columns%s",
             solve_board_rows(board), solve_board_columns(board), more);
    return sgf_point_refuse(tree, property, value, what, err);
}

int sgf_point_read(const struct sgf_tree *tree, int property, int value,
                   const struct solve_board *board, int *ret_point, struct error *err)
{
    size_t length;
    int column, row;
    const char *text = sgf_value_raw(tree, value, &length);
    bool small = solve_board_columns(board) <= 19 && solve_board_rows(board) <= 19;
    text = trim(text, length, &length);
    if (length == 0 || (small && length == 2 && memcmp(text, "tt", 2) == 0)) {
        *ret_point = -1;
        return 0;
    }
    if (!read_pair(text, length, board, &column, &row))
        return refuse_point(tree, property, value, board, ", and no pass", err);
    *ret_point = row * solve_board_columns(board) + column;
    return 0;
}

/* One value of a list: a point, or a rectangle from corner to corner. */
static int each_of_value(const struct sgf_tree *tree, int property, int value,
                         const struct solve_board *board, void (*each)(int point, void *arg),
                         void *arg, struct error *err)
{
    size_t length, first_length, last_length;
    int left, top, right, bottom;
    const char *text = sgf_value_raw(tree, value, &length);
    const char *colon = memchr(text, ':', length), *end = text + length;
    const char *first = trim(text, (size_t)((colon != NULL ? colon : end) - text), &first_length);
    const char *last = colon != NULL ? trim(colon + 1, (size_t)(end - colon - 1), &last_length)
                                     : trim(text, length, &last_length);
    if (!read_pair(first, first_length, board, &left, &top) ||
        !read_pair(last, last_length, board, &right, &bottom))
        return refuse_point(tree, property, value, board, "", err);
    if (left > right || top > bottom)
        return sgf_point_refuse(tree, property, value,
                                "wanted the upper left point, then the lower right one", err);
    for (int row = top; row <= bottom; row++)
        for (int column = left; column <= right; column++)
            each(row * solve_board_columns(board) + column, arg);
    return 0;
}

int sgf_point_each(const struct sgf_tree *tree, int property, const struct solve_board *board,
                   void (*each)(int point, void *arg), void *arg, struct error *err)
{
    int r = 0;
    for (int v = sgf_first_value(tree, property); v != SGF_NONE && r == 0;
         v = sgf_next_value(tree, v))
        r = each_of_value(tree, property, v, board, each, arg, err);
    return r;
}

/* --- sizes --- */

/* Reads a number from 1 to SGF_SIDE_MAX; 0: it is none. */
static int read_side(const char *text, size_t length)
{
    int side = 0;
    text = trim(text, length, &length);
    if (length == 0 || length > 2)
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        side = side * 10 + (text[i] - '0');
    }
    return side <= SGF_SIDE_MAX ? side : 0;
}

int sgf_point_board(const struct sgf_tree *tree, int root, struct solve_board **ret_board,
                    struct error *err)
{
    struct solve_error why;
    int property = sgf_find_property(tree, root, "SZ"), value = sgf_first_value(tree, property);
    int columns = 19, rows = 19;
    char name[16];
    size_t length;
    if (value != SGF_NONE) {
        const char *text = sgf_value_raw(tree, value, &length);
        const char *colon = memchr(text, ':', length);
        columns = read_side(text, colon != NULL ? (size_t)(colon - text) : length);
        rows = colon != NULL ? read_side(colon + 1, (size_t)(text + length - colon - 1)) : columns;
        if (columns == 0 || rows == 0)
            return sgf_point_refuse(tree, property, value,
                                    "no size: wanted 1 to 52, or columns:rows", err);
    }
    snprintf(name, sizeof(name), "%dx%d", rows, columns);
    int r = solve_board_parse(name, ret_board, &why);
    if (r == -EINVAL)
        return sgf_point_refuse(tree, property, value, why.text, err);
    return r < 0 ? error_set(err, r, "%s", why.text) : 0;
}
