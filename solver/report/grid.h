/*
 * A table of text cells that is to be printed: for people, as JSON, CSV or Markdown. Each column
 * has a key, which CSV and JSON use, and a title for people.
 */
#ifndef SOLVER_REPORT_GRID_H
#define SOLVER_REPORT_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "base/error.h"
#include "base/strbuf.h"

#define GRID_COLUMNS_MAX 17

enum grid_format { GRID_TEXT, GRID_JSON, GRID_CSV, GRID_MARKDOWN };

struct grid_column {
    const char *key, *title;
};

struct grid {
    struct grid_column columns[GRID_COLUMNS_MAX];
    size_t column_count, row_count;
    char **cells; /* [row * column_count + column]; NULL is empty */
    bool lost;    /* grid_put() had no text for a cell */
};

/*
 * Makes an empty grid with the columns, which are copied (their strings are not). Returns 0 or
 * -ENOMEM. grid_release() it.
 */
int grid_init(struct grid *ret_grid, const struct grid_column *columns, size_t column_count,
              size_t row_count);
void grid_release(struct grid *grid);

/* Adds an empty row. Returns 0 or -ENOMEM. */
int grid_grow(struct grid *grid);

/*
 * Sets a cell to text, which was malloc()ed and is the grid's from now on; NULL stands for an empty
 * cell. Does nothing (but free text) where no column has the key. Rows may be set by several
 * threads, each row by one.
 */
void grid_set(struct grid *grid, size_t row, const char *key, char *text);

/* The same of a text that is made for it: NULL is no memory, and the grid is not to be printed
 * (lost). */
void grid_put(struct grid *grid, size_t row, const char *key, char *text);

/* The same as grid_set() with the characters of text, which is empty afterwards. Returns 0 or
 * -ENOMEM. */
int grid_set_text(struct grid *grid, size_t row, const char *key, struct strbuf *text);

/* The same with a copy of text. Returns 0 or -ENOMEM. */
int grid_set_copy(struct grid *grid, size_t row, const char *key, const char *text);

bool grid_has(const struct grid *grid, const char *key);

/* The cell's text, "" where it is empty or no column has the key. */
const char *grid_get(const struct grid *grid, size_t row, const char *key);

/* Columns side by side, the last one as wide as it likes. */
void grid_write_text(FILE *out, const struct grid *grid);

/* The same where that fits into width columns (0: it does); else each row as a paragraph, with a
 * line for each cell that is not empty. */
void grid_write_text_within(FILE *out, const struct grid *grid, int width);

/* A line of keys, then a line a row; fields are quoted where they must be (RFC 4180), lines end
 * with a newline only. */
void grid_write_csv(FILE *out, const struct grid *grid);

void grid_write_markdown(FILE *out, const struct grid *grid);

/* A JSON string; bytes that are not ASCII become '?' where the text is not UTF-8. NULL: no memory.
 */
json_t *grid_json_text(const char *text);

/* An array with an object of strings a row; NULL: no memory. */
json_t *grid_json(const struct grid *grid);

/* Reads "text", "json", "csv" or "markdown". Returns 0, or -EINVAL. */
int grid_format_parse(const char *text, enum grid_format *ret_format);

#endif
