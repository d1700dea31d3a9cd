/* Adding up numbers of paths. */
#include "count/histories/returns_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The first rows that are filled get room for so many. */
#define ROOM_LEAST 16

int returns_rows_init(struct returns_rows *ret_rows, uint32_t count, int32_t most, bool saturates,
                      struct returns_memory *memory)
{
    struct returns_rows rows = {
        .memory = memory, .count = count, .most = most, .saturates = saturates};
    if (returns_memory_take(memory, count * (sizeof(*rows.rows) + sizeof(*rows.listed))) < 0)
        return -ENOSPC;
    rows.rows = calloc(count, sizeof(*rows.rows));
    rows.listed = calloc(count, sizeof(*rows.listed));
    if (rows.rows == NULL || rows.listed == NULL) {
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

/* Makes room for one more row that is filled; those that are find their numbers again. */
static int reserve(struct returns_rows *rows)
{
    size_t width = 2 * (size_t)rows->most + 1, bytes = width * sizeof(*rows->numbers);
    uint32_t more = rows->room > 0 ? rows->room : ROOM_LEAST;
    if (rows->filled < rows->room)
        return 0;
    if (more > rows->count - rows->room)
        more = rows->count - rows->room;
    if (returns_memory_take(rows->memory, more * bytes) < 0)
        return -ENOSPC;
    uint64_t *numbers = calloc((size_t)rows->room + more, bytes);
    if (numbers == NULL)
        return -ENOMEM;
    if (rows->filled > 0)
        memcpy(numbers, rows->numbers, rows->filled * bytes);
    for (uint32_t i = 0; i < rows->filled; i++) {
        struct returns_row *row = &rows->rows[rows->listed[i]];
        row->numbers = numbers + i * width + (row->low + rows->most);
    }
    free(rows->numbers);
    rows->numbers = numbers;
    rows->room += more;
    return 0;
}

/* Makes an arrival's row cover low .. high - 1. */
static int widen(struct returns_rows *rows, uint32_t arrival, int32_t low, int32_t high)
{
    struct returns_row *row = &rows->rows[arrival];
    if (row->count == 0) {
        int r = reserve(rows);
        if (r < 0)
            return r;
        row->low = low;
        row->numbers = rows->numbers + rows->filled * (2 * (size_t)rows->most + 1) +
                       (size_t)(low + rows->most);
        rows->listed[rows->filled++] = arrival;
    } else {
        int32_t old_high = row->low + (int32_t)row->count;
        high = old_high > high ? old_high : high;
    }
    if (low < row->low) {
        row->numbers -= row->low - low;
        row->low = low;
    }
    row->count = (uint32_t)(high - row->low);
    return 0;
}

/* The numbers of a row that is filled, to be written. */
static uint64_t *numbers_of(const struct returns_rows *rows, const struct returns_row *row)
{
    return rows->numbers + (row->numbers - rows->numbers);
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
    int r = widen(rows, arrival, low, high + 1);
    if (r < 0)
        return r;
    uint64_t *sums = numbers_of(rows, &rows->rows[arrival]);
    int32_t first = rows->rows[arrival].low;
    for (uint32_t i = 0; i < row->count; i++) {
        int32_t at = row->low + shift + (int32_t)i;
        uint64_t product, *sum = &sums[(at < high ? at : high) - first];
        if (__builtin_mul_overflow(row->numbers[i], times, &product) ||
            __builtin_add_overflow(*sum, product, sum))
            return -ERANGE;
    }
    return 0;
}

void returns_rows_clear(struct returns_rows *rows)
{
    for (uint32_t i = 0; i < rows->filled; i++) {
        struct returns_row *row = &rows->rows[rows->listed[i]];
        memset(numbers_of(rows, row), 0, row->count * sizeof(*row->numbers));
        row->count = 0;
    }
    rows->filled = 0;
}
