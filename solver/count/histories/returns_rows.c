/* Adding up numbers of paths. */
#include "count/histories/returns_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int returns_rows_init(struct returns_rows *ret_rows, uint32_t count, int32_t most, bool saturates)
{
    size_t width = 2 * (size_t)most + 1;
    struct returns_rows rows = {.count = count, .most = most, .saturates = saturates};
    rows.rows = calloc(count, sizeof(*rows.rows));
    rows.numbers = calloc(count * width, sizeof(*rows.numbers));
    rows.listed = calloc(count, sizeof(*rows.listed));
    if (rows.rows == NULL || rows.numbers == NULL || rows.listed == NULL) {
        returns_rows_release(&rows);
        return -ENOMEM;
    }
    *ret_rows = rows;
    return 0;
}

void returns_rows_release(struct returns_rows *rows)
{
    free(rows->rows);
    free(rows->numbers);
    free(rows->listed);
    *rows = (struct returns_rows){.rows = NULL};
}

/* The number for a shift of an arrival's row. */
static uint64_t *number(const struct returns_rows *rows, uint32_t arrival, int32_t shift)
{
    size_t width = 2 * (size_t)rows->most + 1;
    return &rows->numbers[arrival * width + (size_t)(shift + rows->most)];
}

static void widen(struct returns_rows *rows, uint32_t arrival, int32_t low, int32_t high)
{
    struct returns_row *row = &rows->rows[arrival];
    if (row->count > 0) {
        int32_t old_high = row->low + (int32_t)row->count;
        low = row->low < low ? row->low : low;
        high = old_high > high ? old_high : high;
    } else {
        rows->listed[rows->filled++] = arrival;
    }
    row->low = low;
    row->count = (uint32_t)(high - low);
    row->numbers = number(rows, arrival, low);
}

int returns_rows_add(struct returns_rows *rows, uint32_t arrival, const struct returns_row *row,
                     int32_t shift, uint64_t times)
{
    if (row->count == 0 || times == 0)
        return 0;
    int32_t low = row->low + shift, high = low + (int32_t)row->count - 1;
    if (rows->saturates) {
        low = low < rows->most ? low : rows->most;
        high = high < rows->most ? high : rows->most;
    }
    if (low < -rows->most || high > rows->most)
        return -ERANGE;
    widen(rows, arrival, low, high + 1);
    for (uint32_t i = 0; i < row->count; i++) {
        int32_t at = row->low + shift + (int32_t)i;
        uint64_t product, *sum = number(rows, arrival, at < high ? at : high);
        if (__builtin_mul_overflow(row->numbers[i], times, &product) ||
            __builtin_add_overflow(*sum, product, sum))
            return -ERANGE;
    }
    return 0;
}

/* Empties one row; it stays listed. */
static void empty_row(struct returns_rows *rows, uint32_t arrival)
{
    struct returns_row *row = &rows->rows[arrival];
    if (row->count > 0)
        memset(number(rows, arrival, row->low), 0, row->count * sizeof(*row->numbers));
    row->count = 0;
}

void returns_rows_clear(struct returns_rows *rows)
{
    for (uint32_t i = 0; i < rows->filled; i++)
        empty_row(rows, rows->listed[i]);
    rows->filled = 0;
}
