/* Lists of rectangular boards. */
#include "report/board_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define RANGE_TEXT_MAX 64

/* What is read, and what for. */
struct board_list_reader {
    struct board_list boards;
    int points_max;
    struct error *err;
};

/* The numbers of "AxB" at text. Returns how long that is; 0: it is no board. */
static size_t read_sides(const char *text, int sides[2])
{
    int used = 0;
    if (strspn(text, "0123456789") == 0 || sscanf(text, "%4dx%n", &sides[0], &used) != 1 ||
        used == 0 || strspn(text + used, "0123456789") == 0)
        return 0;
    int first = used;
    if (sscanf(text + first, "%4d%n", &sides[1], &used) != 1 || sides[0] < 1 || sides[1] < 1)
        return 0;
    return (size_t)(first + used);
}

/* Is it in the list, perhaps turned? */
static bool has_board(const struct board_list *boards, const int sides[2])
{
    for (size_t i = 0; i < boards->count; i++) {
        int rows = solve_board_rows(boards->list[i]), cols = solve_board_columns(boards->list[i]);
        if ((rows == sides[0] && cols == sides[1]) || (rows == sides[1] && cols == sides[0]))
            return true;
    }
    return false;
}

static int add_board(struct board_list_reader *reader, const int sides[2])
{
    struct board_list *boards = &reader->boards;
    struct solve_error why;
    char name[32];
    snprintf(name, sizeof(name), "%dx%d", sides[0], sides[1]);
    if (has_board(boards, sides))
        return error_set(reader->err, -EINVAL, "%s is given twice: wanted each board once", name);
    if (sides[0] * sides[1] > reader->points_max)
        return error_set(reader->err, -EINVAL, "%s has %d points: wanted at most %d", name,
                         sides[0] * sides[1], reader->points_max);
    int r = array_reserve(&boards->list, boards->count + 1, &boards->room, sizeof(*boards->list));
    if (r < 0)
        return error_set(reader->err, r, "out of memory");
    r = solve_board_parse(name, &boards->list[boards->count], &why);
    if (r < 0)
        return error_set(reader->err, r, "%s", why.text);
    boards->count++;
    return 0;
}

/* Is the board turned by a quarter in the range, too, and before it? */
static bool is_turned(const int from[2], const int to[2], int rows, int cols)
{
    return rows > cols && cols >= from[0] && rows <= to[1] && rows >= from[1] && cols <= to[0];
}

static int add_range(struct board_list_reader *reader, const int from[2], const int to[2])
{
    for (int rows = from[0]; rows <= to[0]; rows++) {
        for (int cols = from[1]; cols <= to[1]; cols++) {
            if (is_turned(from, to, rows, cols))
                continue;
            int r = add_board(reader, (const int[2]){rows, cols});
            if (r < 0)
                return r;
        }
    }
    return 0;
}

/* Reads one board or range, length bytes long. */
static int add_part(struct board_list_reader *reader, const char *text, size_t length)
{
    char part[RANGE_TEXT_MAX];
    int from[2], to[2];
    snprintf(part, sizeof(part), "%.*s", (int)(length < sizeof(part) ? length : sizeof(part)),
             text);
    size_t used = read_sides(part, from);
    bool range = used > 0 && strncmp(part + used, "..", 2) == 0;
    size_t more = range ? read_sides(part + used + 2, to) : 0;
    if (range)
        used += more > 0 ? 2 + more : 0;
    else
        memcpy(to, from, sizeof(to));
    if (used == 0 || used != length || (range && (more == 0 || from[0] > to[0] || from[1] > to[1])))
        return error_set(reader->err, -EINVAL,
                         "'%.60s' is no board: wanted RxC, or a range such as 1x1..1x7", part);
    return add_range(reader, from, to);
}

int board_list_parse(const char *text, int points_max, struct board_list *ret_boards,
                     struct error *err)
{
    struct board_list_reader reader = {.points_max = points_max, .err = err};
    int r;
    for (;;) {
        text += strspn(text, " ");
        size_t length = strcspn(text, ","), blank = length;
        while (blank > 0 && text[blank - 1] == ' ')
            blank--;
        r = add_part(&reader, text, blank);
        if (r < 0 || text[length] == '\0')
            break;
        text += length + 1;
    }
    if (r < 0)
        board_list_release(&reader.boards);
    else
        *ret_boards = reader.boards;
    return r;
}

void board_list_release(struct board_list *boards)
{
    for (size_t i = 0; i < boards->count; i++)
        solve_board_unref(boards->list[i]);
    free(boards->list);
    *boards = (struct board_list){0};
}
