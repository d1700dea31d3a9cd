/* Tables of text cells. */
#include "report/grid.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"
#include "report/csv.h"

int grid_init(struct grid *ret_grid, const struct grid_column *columns, size_t column_count,
              size_t row_count)
{
    struct grid grid = {.column_count = column_count, .row_count = row_count};
    assert(column_count > 0 && column_count <= GRID_COLUMNS_MAX);
    memcpy(grid.columns, columns, column_count * sizeof(*columns));
    grid.cells = calloc(row_count * column_count + 1, sizeof(*grid.cells));
    if (grid.cells == NULL)
        return -ENOMEM;
    *ret_grid = grid;
    return 0;
}

void grid_release(struct grid *grid)
{
    if (grid == NULL)
        return;
    for (size_t i = 0; grid->cells != NULL && i < grid->row_count * grid->column_count; i++)
        free(grid->cells[i]);
    free(grid->cells);
    memset(grid, 0, sizeof(*grid));
}

int grid_grow(struct grid *grid)
{
    size_t used = grid->row_count * grid->column_count;
    char **cells = reallocarray(grid->cells, used + grid->column_count + 1, sizeof(*cells));
    if (cells == NULL)
        return -ENOMEM;
    memset(cells + used, 0, (grid->column_count + 1) * sizeof(*cells));
    grid->cells = cells;
    grid->row_count++;
    return 0;
}

bool grid_has(const struct grid *grid, const char *key)
{
    for (size_t c = 0; c < grid->column_count; c++)
        if (strcmp(grid->columns[c].key, key) == 0)
            return true;
    return false;
}

static char **find_cell(const struct grid *grid, size_t row, const char *key)
{
    assert(row < grid->row_count);
    for (size_t c = 0; c < grid->column_count; c++)
        if (strcmp(grid->columns[c].key, key) == 0)
            return &grid->cells[row * grid->column_count + c];
    return NULL;
}

void grid_set(struct grid *grid, size_t row, const char *key, char *text)
{
    char **cell = find_cell(grid, row, key);
    if (cell == NULL) {
        free(text);
        return;
    }
    if (text != NULL)
        plain_make(text);
    free(*cell);
    *cell = text;
}

void grid_put(struct grid *grid, size_t row, const char *key, char *text)
{
    grid->lost |= text == NULL;
    grid_set(grid, row, key, text);
}

int grid_set_text(struct grid *grid, size_t row, const char *key, struct strbuf *text)
{
    char *taken = strbuf_take(text);
    if (taken == NULL)
        return -ENOMEM;
    grid_set(grid, row, key, taken);
    return 0;
}

int grid_set_copy(struct grid *grid, size_t row, const char *key, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return -ENOMEM;
    grid_set(grid, row, key, copy);
    return 0;
}

static const char *cell_text(const struct grid *grid, size_t row, size_t column)
{
    const char *text = grid->cells[row * grid->column_count + column];
    return text != NULL ? text : "";
}

const char *grid_get(const struct grid *grid, size_t row, const char *key)
{
    char **cell = find_cell(grid, row, key);
    return cell != NULL && *cell != NULL ? *cell : "";
}

static size_t widest(const struct grid *grid, size_t column)
{
    size_t width = strlen(grid->columns[column].title);
    for (size_t row = 0; row < grid->row_count; row++) {
        size_t length = strlen(cell_text(grid, row, column));
        if (length > width)
            width = length;
    }
    return width;
}

/* Writes one line of the text form; row_count stands for the titles. */
static void write_text_line(FILE *out, const struct grid *grid, size_t row, const size_t *widths)
{
    size_t blanks = 0;
    for (size_t c = 0; c < grid->column_count; c++) {
        const char *text = row < grid->row_count ? cell_text(grid, row, c) : grid->columns[c].title;
        if (text[0] != '\0') {
            fprintf(out, "%*s%s", (int)blanks, "", text);
            blanks = 0;
        }
        blanks += widths[c] - strlen(text) + 2;
    }
    fputc('\n', out);
}

void grid_write_text(FILE *out, const struct grid *grid)
{
    size_t widths[GRID_COLUMNS_MAX];
    for (size_t c = 0; c < grid->column_count; c++)
        widths[c] = widest(grid, c);
    write_text_line(out, grid, grid->row_count, widths);
    for (size_t row = 0; row < grid->row_count; row++)
        write_text_line(out, grid, row, widths);
}

/* Columns that the text form takes. */
static size_t text_width(const struct grid *grid)
{
    size_t width = 0;
    for (size_t c = 0; c < grid->column_count; c++)
        width += widest(grid, c) + (c > 0 ? 2 : 0);
    return width;
}

static void write_paragraph(FILE *out, const struct grid *grid, size_t row)
{
    for (size_t c = 0; c < grid->column_count; c++)
        if (cell_text(grid, row, c)[0] != '\0')
            fprintf(out, "%s: %s\n", grid->columns[c].title, cell_text(grid, row, c));
}

void grid_write_text_within(FILE *out, const struct grid *grid, int width)
{
    if (width == 0 || text_width(grid) <= (size_t)width) {
        grid_write_text(out, grid);
        return;
    }
    for (size_t row = 0; row < grid->row_count; row++) {
        if (row > 0)
            fputc('\n', out);
        write_paragraph(out, grid, row);
    }
}

void grid_write_csv(FILE *out, const struct grid *grid)
{
    for (size_t c = 0; c < grid->column_count; c++)
        fprintf(out, "%s%s", c > 0 ? "," : "", grid->columns[c].key);
    fputc('\n', out);
    for (size_t row = 0; row < grid->row_count; row++) {
        for (size_t c = 0; c < grid->column_count; c++) {
            if (c > 0)
                fputc(',', out);
            csv_write(out, cell_text(grid, row, c));
        }
        fputc('\n', out);
    }
}

static void write_markdown_cell(FILE *out, const char *text)
{
    fputs(text[0] != '\0' ? " " : "", out);
    for (; *text != '\0'; text++) {
        if (strchr("|\\`*_<[]", *text) != NULL)
            fputc('\\', out);
        fputc(*text, out);
    }
    fputs(" |", out);
}

void grid_write_markdown(FILE *out, const struct grid *grid)
{
    fputc('|', out);
    for (size_t c = 0; c < grid->column_count; c++)
        write_markdown_cell(out, grid->columns[c].title);
    fputs("\n|", out);
    for (size_t c = 0; c < grid->column_count; c++)
        fputs("---|", out);
    fputc('\n', out);
    for (size_t row = 0; row < grid->row_count; row++) {
        fputc('|', out);
        for (size_t c = 0; c < grid->column_count; c++)
            write_markdown_cell(out, cell_text(grid, row, c));
        fputc('\n', out);
    }
}

json_t *grid_json_text(const char *text)
{
    json_t *value = json_string(text);
    if (value != NULL)
        return value;
    char *ascii = strdup(text);
    if (ascii == NULL)
        return NULL;
    for (char *at = ascii; *at != '\0'; at++)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    value = json_string(ascii);
    free(ascii);
    return value;
}

json_t *grid_json(const struct grid *grid)
{
    json_t *rows = json_array();
    for (size_t row = 0; row < grid->row_count && rows != NULL; row++) {
        json_t *object = json_object();
        for (size_t c = 0; c < grid->column_count && object != NULL; c++)
            if (json_object_set_new(object, grid->columns[c].key,
                                    grid_json_text(cell_text(grid, row, c))) < 0) {
                json_decref(object);
                object = NULL;
            }
        if (json_array_append_new(rows, object) < 0) {
            json_decref(rows);
            rows = NULL;
        }
    }
    return rows;
}

int grid_format_parse(const char *text, enum grid_format *ret_format)
{
    static const char *const names[] = {"text", "json", "csv", "markdown"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(text, names[i]) == 0) {
            *ret_format = (enum grid_format)i;
            return 0;
        }
    }
    return -EINVAL;
}
