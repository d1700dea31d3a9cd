/* Reading cells. */
#include "plot/cell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/data.h"

#define SIDE_MOST 999
/* A cell that is longer is no number. */
#define CELL_MOST 64

int cell_count(const char *text, uint64_t *ret_count)
{
    uint64_t count = 0;
    if (*text == '\0')
        return -EINVAL;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return -EINVAL;
        uint64_t digit = (uint64_t)(*text - '0');
        if (count > (UINT64_MAX - digit) / 10)
            return -EINVAL;
        count = count * 10 + digit;
    }
    *ret_count = count;
    return 0;
}

int cell_board(const char *text, int *ret_rows, int *ret_columns)
{
    char rows[CELL_MOST];
    uint64_t a, b;
    const char *by = strchr(text, 'x');
    if (by == NULL || by - text >= CELL_MOST)
        return -EINVAL;
    snprintf(rows, sizeof(rows), "%.*s", (int)(by - text), text);
    if (cell_count(rows, &a) < 0 || cell_count(by + 1, &b) < 0 || a == 0 || b == 0 ||
        a > SIDE_MOST || b > SIDE_MOST)
        return -EINVAL;
    *ret_rows = (int)(a < b ? a : b);
    *ret_columns = (int)(a < b ? b : a);
    return 0;
}

int cell_margin(const char *text, int *ret_margin)
{
    bool minus = *text == '-';
    uint64_t number;
    text += *text == '-' || *text == '+';
    if (strcmp(text, "inf") == 0)
        number = PLOT_INFINITE;
    else if (cell_count(text, &number) < 0 || number > PLOT_MARGIN_MOST)
        return -EINVAL;
    *ret_margin = minus ? -(int)number : (int)number;
    return 0;
}

/* Reads "A<between>B". */
static int read_pair(const char *text, const char *between, int *ret_lower, int *ret_upper)
{
    char lower[CELL_MOST];
    const char *at = strstr(text, between);
    if (at == NULL || at - text >= CELL_MOST)
        return -EINVAL;
    snprintf(lower, sizeof(lower), "%.*s", (int)(at - text), text);
    int r = cell_margin(lower, ret_lower);
    return r < 0 ? r : cell_margin(at + strlen(between), ret_upper);
}

int cell_value(const char *text, int *ret_lower, int *ret_upper)
{
    static const char before[] = "lower ";
    int lower, upper, r;
    if (strncmp(text, before, sizeof(before) - 1) == 0) {
        r = read_pair(text + sizeof(before) - 1, ", upper ", &lower, &upper);
    } else if (strstr(text, "..") != NULL) {
        r = read_pair(text, "..", &lower, &upper);
    } else {
        r = cell_margin(text, &lower);
        upper = r < 0 ? 0 : lower;
    }
    if (r < 0 || lower > upper)
        return -EINVAL;
    *ret_lower = lower;
    *ret_upper = upper;
    return 0;
}
