/* Reading what is plotted. */
#include "plot/data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/human.h"
#include "plot/cell.h"
#include "plot/groups.h"
#include "report/csv.h"
#include "solve.h"

#define FILE_BYTES_MOST ((size_t)16 << 20)
#define NAMES_MOST 64
/* What every program that reads JSON can count. */
#define NODES_MOST ((uint64_t)1 << 53)

enum column {
    COLUMN_BOARD,
    COLUMN_RULES,
    COLUMN_LOWER,
    COLUMN_UPPER,
    COLUMN_VALUE,
    COLUMN_COMPUTED,
    COLUMN_NODES,
    COLUMN_WHY,
    COLUMN_AFTER,
    COLUMN_ASKED,
    COLUMN_CERTIFICATE,
    COLUMN_BYTES,
    COLUMN_TAKES,
    COLUMN_NUMBER,
};

static const char *const column_names[COLUMN_NUMBER] = {
    "board", "rules", "lower", "upper",       "value", "computed", "nodes",
    "why",   "after", "asked", "certificate", "bytes", "takes",
};

struct data_reader {
    const char *path;
    struct csv csv;
    size_t line; /* of the row, from 1 */
    /* Of each of the file's columns which it is, or COLUMN_NUMBER; and the cells of the row. */
    enum column columns[NAMES_MOST];
    size_t column_count;
    unsigned has; /* bit per column */
    struct strbuf cells[COLUMN_NUMBER];
    struct error *err;
};

static int refuse(const struct data_reader *reader, const char *why)
{
    return error_set(reader->err, -EINVAL, "%.120s, line %zu: %s", reader->path, reader->line, why);
}

/* The cell of a column: "" where the file has no such column. */
static const char *cell(const struct data_reader *reader, enum column column)
{
    const char *chars = reader->cells[column].chars;
    return chars != NULL ? chars : "";
}

static bool has(const struct data_reader *reader, enum column column)
{
    return (reader->has & 1U << column) != 0;
}

static int refuse_cell(const struct data_reader *reader, enum column column, const char *wanted)
{
    return error_set(reader->err, -EINVAL, "%.120s, line %zu: %s '%.40s': wanted %s", reader->path,
                     reader->line, column_names[column], cell(reader, column), wanted);
}

/* --- the file's lines --- */

static enum column column_of(const char *name)
{
    enum column column = 0;
    while (column < COLUMN_NUMBER && strcmp(column_names[column], name) != 0)
        column++;
    return column;
}

/* Reads one field. Returns as csv_next(), or -ENOMEM. */
static int next_field(struct data_reader *reader, struct strbuf *field)
{
    field->length = 0;
    strbuf_add(field, "%s", "");
    int r = csv_next(&reader->csv, field);
    return field->failed ? -ENOMEM : r;
}

/* One name of the line of names, the last or not: returns as next_field(). */
static int read_name(struct data_reader *reader)
{
    struct strbuf name = {0};
    int more = next_field(reader, &name);
    enum column column = more < 0 ? COLUMN_NUMBER : column_of(name.chars);
    strbuf_release(&name);
    if (more < 0)
        return more == -ENOMEM ? more : refuse(reader, "no line of column names: wanted CSV");
    if (reader->column_count == NAMES_MOST)
        return refuse(reader, "more than 64 columns: wanted fewer");
    if (column != COLUMN_NUMBER && has(reader, column))
        return refuse(reader, "two columns have the same name");
    if (column != COLUMN_NUMBER)
        reader->has |= 1U << column;
    reader->columns[reader->column_count++] = column;
    return more;
}

static int read_names(struct data_reader *reader)
{
    int more = 1;
    while (more > 0)
        more = read_name(reader);
    if (more < 0)
        return more;
    for (enum column c = COLUMN_BOARD; c <= COLUMN_RULES; c++)
        if (!has(reader, c))
            return error_set(reader->err, -EINVAL,
                             "%.120s, line 1: there is no column '%s': wanted board, rules, and "
                             "lower and upper, value or computed, or nodes",
                             reader->path, column_names[c]);
    if (has(reader, COLUMN_TAKES))
        return refuse(reader,
                      "a column 'takes': its values are those of choices within games, not "
                      "of empty boards");
    if (has(reader, COLUMN_COMPUTED) && !has(reader, COLUMN_CERTIFICATE))
        return refuse(reader,
                      "a column 'computed' without 'certificate': its numbers are no "
                      "values of boards");
    bool pair = has(reader, COLUMN_LOWER) && has(reader, COLUMN_UPPER);
    if (!pair && !has(reader, COLUMN_VALUE) && !has(reader, COLUMN_COMPUTED) &&
        !has(reader, COLUMN_NODES))
        return refuse(reader,
                      "no column of what is plotted: wanted lower and upper, value or "
                      "computed, or nodes");
    return 0;
}

static int read_cells(struct data_reader *reader)
{
    struct strbuf other = {0};
    int more = 1;
    reader->line = reader->csv.line;
    for (size_t i = 0; i < reader->column_count && more >= 0; i++) {
        enum column column = reader->columns[i];
        if (more == 0) {
            strbuf_release(&other);
            return refuse(reader, "fewer cells than columns");
        }
        more = next_field(reader, column < COLUMN_NUMBER ? &reader->cells[column] : &other);
    }
    strbuf_release(&other);
    if (more < 0)
        return more == -ENOMEM ? more : refuse(reader, "cut short or damaged: wanted CSV");
    return more > 0 ? refuse(reader, "more cells than columns") : 0;
}

/* --- what a row says --- */

static int read_margin(const struct data_reader *reader, enum column column, int unknown,
                       int *ret_margin)
{
    if (cell(reader, column)[0] == '\0')
        *ret_margin = unknown;
    else if (cell_margin(cell(reader, column), ret_margin) < 0)
        return refuse_cell(reader, column, "a whole number up to 9999, inf or nothing");
    return 0;
}

/* Two columns. Without a column that says why not, bounds that differ are not taken for a value. */
static int read_bounds(const struct data_reader *reader, struct plot_row *row)
{
    int r = read_margin(reader, COLUMN_LOWER, -PLOT_INFINITE, &row->range.lower);
    if (r == 0)
        r = read_margin(reader, COLUMN_UPPER, PLOT_INFINITE, &row->range.upper);
    if (r < 0)
        return r;
    bool full = cell(reader, COLUMN_LOWER)[0] != '\0' && cell(reader, COLUMN_UPPER)[0] != '\0';
    if (row->range.lower > row->range.upper)
        return refuse_cell(reader, COLUMN_LOWER, "no more than upper");
    row->has_bounds =
        full || row->range.lower != -PLOT_INFINITE || row->range.upper != PLOT_INFINITE;
    row->range.decided = full && (has(reader, COLUMN_WHY) ? cell(reader, COLUMN_WHY)[0] == '\0'
                                                          : row->range.lower == row->range.upper);
    return 0;
}

static int read_value(const struct data_reader *reader, struct plot_row *row)
{
    enum column column = has(reader, COLUMN_VALUE) ? COLUMN_VALUE : COLUMN_COMPUTED;
    if (has(reader, COLUMN_LOWER) && has(reader, COLUMN_UPPER))
        return read_bounds(reader, row);
    /* What each coalition gets is several numbers, and no value of the board. */
    if (cell(reader, column)[0] == '\0' || strcmp(cell(reader, COLUMN_ASKED), "coalitions") == 0)
        return 0;
    if (cell_value(cell(reader, column), &row->range.lower, &row->range.upper) < 0)
        return refuse_cell(reader, column, "a value: +4, -1..1 or 'lower -4, upper +4'");
    row->has_bounds = true;
    row->range.decided = cell(reader, COLUMN_WHY)[0] == '\0';
    return 0;
}

/* Nodes of other questions are not those of the value, nor are those of a file of so many bytes. A
 * row without nodes was known before. */
static int read_nodes(const struct data_reader *reader, struct plot_row *row)
{
    const char *asked = cell(reader, COLUMN_ASKED);
    if (cell(reader, COLUMN_NODES)[0] == '\0')
        return 0;
    if (cell_count(cell(reader, COLUMN_NODES), &row->nodes) < 0 || row->nodes > NODES_MOST)
        return refuse_cell(reader, COLUMN_NODES, "a number of nodes up to 2^53");
    row->has_nodes = row->nodes > 0 && !has(reader, COLUMN_BYTES) &&
                     (asked[0] == '\0' || strcmp(asked, "value") == 0);
    return 0;
}

/* The ruleset's text in the one spelling that it has, or as it is; NULL: no memory. */
static char *rules_text(const char *text)
{
    struct solve_rules *rules;
    if (solve_rules_parse(text, &rules, NULL) < 0)
        return strdup(text);
    char *canonical = strdup(solve_rules_text(rules));
    solve_rules_unref(rules);
    return canonical;
}

static int read_row(const struct data_reader *reader, struct plot_row *ret_row)
{
    struct plot_row row = {0};
    if (cell_board(cell(reader, COLUMN_BOARD), &row.rows, &row.columns) < 0)
        return refuse_cell(reader, COLUMN_BOARD, "RxC");
    if (cell(reader, COLUMN_RULES)[0] == '\0')
        return refuse_cell(reader, COLUMN_RULES, "a ruleset");
    int r = read_value(reader, &row);
    row.open = !row.range.decided && (row.has_bounds || cell(reader, COLUMN_WHY)[0] != '\0');
    if (r == 0)
        r = read_nodes(reader, &row);
    if (r == 0 && (row.rules = rules_text(cell(reader, COLUMN_RULES))) == NULL)
        r = -ENOMEM;
    if (r == 0)
        *ret_row = row;
    return r;
}

static int add_row(struct plot_data *data, struct plot_row *row)
{
    int r = array_reserve(&data->rows, data->count + 1, &data->room, sizeof(*data->rows));
    if (r < 0) {
        free(row->rules);
        return r;
    }
    row->order = data->count;
    data->rows[data->count++] = *row;
    return 0;
}

/* --- files --- */

static int parse(struct data_reader *reader, struct plot_data *data)
{
    size_t rows = 0;
    int r = read_names(reader);
    for (; r == 0 && reader->csv.at < reader->csv.end; rows++) {
        struct plot_row row;
        r = read_cells(reader);
        if (r == 0 && cell(reader, COLUMN_AFTER)[0] != '\0')
            continue;
        if (r == 0)
            r = read_row(reader, &row);
        if (r == 0)
            r = add_row(data, &row);
    }
    if (r == 0 && rows == 0)
        r = refuse(reader, "no rows below the line of column names");
    return r;
}

/* The whole of it, of at most FILE_BYTES_MOST bytes. */
static int read_stream(FILE *in, char **ret_text, size_t *ret_size)
{
    char *text = NULL;
    size_t size = 0, room = 0, got = 1;
    while (got > 0 && size <= FILE_BYTES_MOST) {
        if (array_reserve(&text, size + 65536, &room, 1) < 0) {
            free(text);
            return -ENOMEM;
        }
        got = fread(text + size, 1, 65536, in);
        size += got;
    }
    if (ferror(in)) {
        int r = errno > 0 ? -errno : -EIO;
        free(text);
        return r;
    }
    *ret_text = text;
    *ret_size = size;
    return 0;
}

static int read_file(const char *path, char **ret_text, size_t *ret_size, struct error *err)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rbe");
    int r = in != NULL ? read_stream(in, ret_text, ret_size) : -errno;
    if (in != NULL && in != stdin)
        fclose(in);
    if (r == -ENOMEM)
        return error_set(err, r, "out of memory");
    if (r < 0)
        return error_set(err, -EINVAL, "cannot read '%.160s': %s: wanted a CSV file", path,
                         strerror(-r));
    if (*ret_size > FILE_BYTES_MOST) {
        free(*ret_text);
        return error_set(err, -EINVAL, "%.160s is larger than %s: wanted a CSV file", path,
                         human_size((double)FILE_BYTES_MOST));
    }
    return 0;
}

int plot_data_parse(struct plot_data *data, const char *name, const char *text, size_t size,
                    struct error *err)
{
    struct data_reader reader = {.path = name, .line = 1, .err = err};
    reader.csv = csv_begin(text, size);
    int r = parse(&reader, data);
    for (size_t i = 0; i < COLUMN_NUMBER; i++)
        strbuf_release(&reader.cells[i]);
    return r == -ENOMEM ? error_set(err, r, "out of memory") : r;
}

int plot_data_read(struct plot_data *data, const char *path, struct error *err)
{
    char *text = NULL;
    size_t size = 0;
    int r = read_file(path, &text, &size, err);
    if (r < 0)
        return r;
    r = plot_data_parse(data, strcmp(path, "-") == 0 ? "stdin" : path, text, size, err);
    free(text);
    return r;
}

/* --- rows about the same thing --- */

static int compare_subjects(const struct plot_row *a, const struct plot_row *b)
{
    if (a->rows != b->rows)
        return a->rows < b->rows ? -1 : 1;
    if (a->columns != b->columns)
        return a->columns < b->columns ? -1 : 1;
    return strcmp(a->rules, b->rules);
}

static int compare_orders(const void *a_row, const void *b_row)
{
    const struct plot_row *a = a_row, *b = b_row;
    return (a->order > b->order) - (a->order < b->order);
}

static int compare_rows(const void *a, const void *b)
{
    int order = compare_subjects(a, b);
    return order != 0 ? order : compare_orders(a, b);
}

/* Takes over the nodes of row. Those of a search that left the value open are none of what decided
 * it; a row that says nothing of the value does not tell what its nodes came to. */
static void join_nodes(struct plot_row *known, const struct plot_row *row)
{
    bool better = row->range.decided && !known->range.decided;
    if (better && known->open)
        known->has_nodes = false;
    if (!row->has_nodes || (known->range.decided && row->open) || (known->has_nodes && !better))
        return;
    known->nodes = row->nodes;
    known->has_nodes = true;
}

/* Takes over into known what row says besides. Returns false if they contradict each other. */
static bool join(struct plot_row *known, const struct plot_row *row)
{
    if (known->has_bounds && row->has_bounds && proved_range_differ(&known->range, &row->range))
        return false;
    join_nodes(known, row);
    known->open = !known->range.decided && !row->range.decided && (known->open || row->open);
    if (!known->has_bounds)
        known->range = row->range;
    else if (row->has_bounds)
        proved_range_narrow(&known->range, &row->range);
    known->has_bounds = known->has_bounds || row->has_bounds;
    return true;
}

int plot_data_join(struct plot_data *data, struct error *err)
{
    size_t kept = 0;
    int r = 0;
    if (data->count == 0)
        return 0;
    qsort(data->rows, data->count, sizeof(*data->rows), compare_rows);
    for (size_t i = 0; i < data->count; i++) {
        struct plot_row *row = &data->rows[i], *known = kept > 0 ? &data->rows[kept - 1] : NULL;
        if (known == NULL || compare_subjects(known, row) != 0) {
            data->rows[kept++] = *row;
            continue;
        }
        if (r == 0 && !join(known, row))
            r = error_set(err, -EINVAL,
                          "%dx%d under %.60s has two values in what was read: wanted one",
                          row->rows, row->columns, row->rules);
        free(row->rules);
    }
    data->count = kept;
    qsort(data->rows, data->count, sizeof(*data->rows), compare_orders);
    return r;
}

void plot_data_release(struct plot_data *data)
{
    for (size_t i = 0; i < data->count; i++)
        free(data->rows[i].rules);
    free(data->rows);
    *data = (struct plot_data){0};
}
