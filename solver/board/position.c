/* Position text, chains and liberties. */
#include "board/position.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/human.h"

static const char stones[] = ".XO#@";

/* How a character of the user's is shown in an error: itself, or its code where it cannot be. */
static const char *show(char c, char *buffer)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char u = (unsigned char)c;
    if (isprint(u)) {
        memcpy(buffer, "' '", 4);
        buffer[1] = c;
    } else {
        memcpy(buffer, "0x00", 5);
        buffer[2] = digits[u >> 4];
        buffer[3] = digits[u & 15];
    }
    return buffer;
}

/* What the characters of a position's text mean: the index in stones, or -1. */
static int read_stone(char c)
{
    static const char other[] = "-+xobBwW", meant[] = "..XOXXOO";
    const char *found = c != '\0' ? strchr(other, c) : NULL;
    const char *stone = c != '\0' ? strchr(stones, found != NULL ? meant[found - other] : c) : NULL;
    return stone != NULL ? (int)(stone - stones) : -1;
}

static bool ends_row(char c)
{
    return c == '/' || c == '\n';
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r");
}

/* Reads a row of cols points at *at, and moves *at behind it. */
static int read_row(const char *text, const char **at, int row, int cols, int rows, int players,
                    uint8_t *cells, struct error *err)
{
    char shown[8];
    for (int col = 0; col < cols; col++) {
        *at = skip_blanks(*at);
        if (**at == '\0' || ends_row(**at))
            return error_set(err, -EINVAL, "row %d ends after %d of %d points (wanted %d %s of %d)",
                             row, col, cols, rows, human_noun((uint64_t)rows, "row", "rows"), cols);
        int stone = read_stone(**at);
        if (stone < 0 || stone > players)
            return error_set(
                err, -EINVAL, "character %d (row %d, column %d) is %s: wanted one of %.*s",
                (int)(*at - text) + 1, row, col + 1, show(**at, shown), players + 1, stones);
        cells[col] = (uint8_t)stone;
        (*at)++;
    }
    *at = skip_blanks(*at);
    return 0;
}

int position_parse(const struct graph *graph, int players, const char *text,
                   struct position *ret_position, struct error *err)
{
    struct position position = {{0}};
    int cols = graph->rows > 0 ? graph->cols : graph->points;
    int rows = graph->points / cols;
    char shown[8];
    const char *at = text + strspn(text, " \t\r\n");
    for (int row = 1; row <= rows; row++) {
        if (row > 1 && *at != '\0' && !ends_row(*at))
            return error_set(err, -EINVAL,
                             "character %d is %s, but row %d has %d points: wanted '/'",
                             (int)(at - text) + 1, show(*at, shown), row - 1, cols);
        at += row > 1 && *at != '\0';
        int r =
            read_row(text, &at, row, cols, rows, players, position.cells + (row - 1) * cols, err);
        if (r < 0)
            return r;
    }
    at += strspn(at, " \t\r\n");
    if (*at != '\0')
        return error_set(err, -EINVAL, "character %d is %s, but the board is full: %d %s of %d",
                         (int)(at - text) + 1, show(*at, shown), rows,
                         human_noun((uint64_t)rows, "row", "rows"), cols);
    *ret_position = position;
    return 0;
}

void position_chain(const struct graph *graph, const struct position *position, int point,
                    struct chain *ret_chain)
{
    bool seen[BOARD_MAX_POINTS];
    uint8_t content = position->cells[point];
    memset(seen, 0, (size_t)graph->points);
    memset(ret_chain->touches, 0, sizeof(ret_chain->touches));
    ret_chain->liberties = 0;
    ret_chain->size = 1;
    ret_chain->points[0] = point;
    seen[point] = true;
    for (int i = 0; i < ret_chain->size; i++) {
        int p = ret_chain->points[i];
        for (int j = graph->first[p]; j < graph->first[p + 1]; j++) {
            int q = graph->adjacent[j];
            if (seen[q])
                continue;
            seen[q] = true;
            if (position->cells[q] == content)
                ret_chain->points[ret_chain->size++] = q;
            else if (position->cells[q] == POINT_EMPTY)
                ret_chain->liberties++;
            else
                ret_chain->touches[position->cells[q] - 1] = true;
        }
    }
}

int position_check(const struct graph *graph, const struct position *position, struct error *err)
{
    for (int p = 0; p < graph->points; p++) {
        struct chain chain;
        if (position->cells[p] == POINT_EMPTY)
            continue;
        position_chain(graph, position, p, &chain);
        if (chain.liberties == 0)
            return error_set(err, -EINVAL, "the chain of %d %s at %s has no liberty", chain.size,
                             human_noun((uint64_t)chain.size, "stone", "stones"), graph->names[p]);
    }
    return 0;
}

void position_format(const struct graph *graph, const struct position *position, char *buffer)
{
    for (int p = 0; p < graph->points; p++) {
        if (graph->cols > 0 && p > 0 && p % graph->cols == 0)
            *buffer++ = '/';
        *buffer++ = stones[position->cells[p]];
    }
    *buffer = '\0';
}

bool position_equal(const struct graph *graph, const struct position *a, const struct position *b)
{
    return memcmp(a->cells, b->cells, (size_t)graph->points) == 0;
}
