/* Reading published tables. */
#include "report/table.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/plain.h"
#include "report/table_check.h"

#define FILE_BYTES_MAX (1u << 20)

static const char *const column_names[COLUMN_COUNT] = {
    "board", "rules",  "after", "value", "plays",  "first",  "best",   "second",
    "third", "number", "games", "line",  "greedy", "status", "source",
};

static const struct {
    const char *name;
    unsigned needed; /* columns */
} kinds[] = {
    [TABLE_VALUES] = {"values", 1u << COLUMN_BOARD | 1u << COLUMN_VALUE},
    [TABLE_OPENINGS] = {"openings", 1u << COLUMN_BOARD | 1u << COLUMN_BEST | 1u << COLUMN_SECOND |
                                        1u << COLUMN_THIRD},
    [TABLE_LEGAL] = {"legal", 1u << COLUMN_BOARD | 1u << COLUMN_NUMBER},
    [TABLE_GAMES] = {"games", 1u << COLUMN_BOARD | 1u << COLUMN_NUMBER},
    [TABLE_LONGEST] = {"longest", 1u << COLUMN_BOARD | 1u << COLUMN_NUMBER},
    [TABLE_ESTIMATES] = {"estimates", 1u << COLUMN_BOARD | 1u << COLUMN_NUMBER},
    [TABLE_GREEDY] = {"greedy", 1u << COLUMN_BOARD | 1u << COLUMN_LINE | 1u << COLUMN_GREEDY},
};
#define KIND_COUNT (sizeof(kinds) / sizeof(kinds[0]))

/* A file being read. */
struct table_reader {
    const char *file;
    struct table *table;
    size_t line; /* 1: the first */
    bool kind_given;
    enum table_column columns[COLUMN_COUNT]; /* in the file's order */
    size_t column_count;                     /* 0 before the line of column names */
    size_t room;                             /* of table->rows */
    struct error *err;
};

const char *table_column_name(enum table_column column)
{
    return column_names[column];
}

static int refuse(const struct table_reader *reader, const char *what, const char *why)
{
    return error_set(reader->err, -EINVAL, "%s:%zu: %.100s%s%.150s", reader->file, reader->line,
                     what, what[0] != '\0' ? ": " : "", why);
}

static int read_kind(struct table_reader *reader, const char *text)
{
    for (size_t k = 0; k < KIND_COUNT; k++) {
        if (strcmp(text, kinds[k].name) == 0) {
            reader->table->kind = (enum claim_kind)k;
            reader->kind_given = true;
            return 0;
        }
    }
    return refuse(reader, text,
                  "no kind: wanted values, openings, legal, games, longest, estimates or greedy");
}

/* "#: key value" */
static int read_directive(struct table_reader *reader, char *text)
{
    struct table *table = reader->table;
    text += strspn(text, " ");
    char *value = strchr(text, ' ');
    if (value == NULL)
        return refuse(reader, text, "wanted '#: key value'");
    *value++ = '\0';
    value += strspn(value, " ");
    if (strcmp(text, "kind") == 0)
        return read_kind(reader, value);
    if (strcmp(text, "title") == 0)
        table->title = value;
    else if (strcmp(text, "source") == 0)
        table->source = value;
    else if (strcmp(text, "rules") == 0)
        table->rules = value;
    else if (strcmp(text, "also") == 0)
        table->also = value;
    else
        return refuse(reader, text, "no such key: wanted kind, title, source, rules or also");
    return 0;
}

static int find_column(const char *name)
{
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (strcmp(name, column_names[c]) == 0)
            return c;
    return -1;
}

/* What must be known before the first row. */
static int check_head(const struct table_reader *reader)
{
    const struct table *table = reader->table;
    unsigned needed = kinds[table->kind].needed;
    if (!reader->kind_given)
        return refuse(reader, "", "'#: kind ...' is missing before the column names");
    if (table->title[0] == '\0' || table->source[0] == '\0')
        return refuse(reader, "", "'#: title ...' and '#: source ...' must come first");
    if ((table->kind == TABLE_VALUES || table->kind == TABLE_OPENINGS ||
         table->kind == TABLE_GAMES) &&
        table->rules[0] == '\0')
        needed |= 1u << COLUMN_RULES;
    for (int c = 0; c < COLUMN_COUNT; c++)
        if ((needed & 1u << c) != 0 && (table->has & 1u << c) == 0)
            return refuse(reader, column_names[c], "the column is missing");
    return 0;
}

static int read_columns(struct table_reader *reader, char *text)
{
    while (text != NULL) {
        const char *name = strsep(&text, "\t");
        int column = find_column(name);
        if (column < 0)
            return refuse(reader, name, "no such column");
        if ((reader->table->has & 1u << column) != 0)
            return refuse(reader, name, "a second column of that name");
        reader->table->has |= 1u << column;
        reader->columns[reader->column_count++] = (enum table_column)column;
    }
    return check_head(reader);
}

static int read_row(struct table_reader *reader, char *text)
{
    struct table *table = reader->table;
    struct table_row row = {.line = reader->line};
    struct error why;
    size_t count = 0;
    for (int c = 0; c < COLUMN_COUNT; c++)
        row.cells[c] = "";
    while (text != NULL && count < reader->column_count)
        row.cells[reader->columns[count++]] = strsep(&text, "\t");
    if (text != NULL || count < reader->column_count)
        return refuse(reader, "",
                      text != NULL ? "more cells than columns" : "fewer cells than columns");
    int r = array_reserve(&table->rows, table->row_count + 1, &reader->room, sizeof(*table->rows));
    if (r < 0)
        return r;
    r = table_check_row(table, &row, &why);
    if (r < 0)
        return r == -EINVAL ? refuse(reader, "", why.text) : r;
    table->rows[table->row_count++] = row;
    return 0;
}

static int read_line(struct table_reader *reader, char *text)
{
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '\r')
        text[length - 1] = '\0';
    for (const char *at = text; (at = plain_find(at)) != NULL; at++)
        if (*at != '\t')
            return refuse(reader, "", "a control character: wanted text, and tabs between cells");
    if (strncmp(text, "#:", 2) == 0)
        return read_directive(reader, text + 2);
    if (text[0] == '\0' || text[0] == '#')
        return 0;
    return reader->column_count == 0 ? read_columns(reader, text) : read_row(reader, text);
}

/* The file's name without its folder and .tsv. */
static char *name_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    char *name = strdup(slash != NULL ? slash + 1 : file);
    size_t length = name != NULL ? strlen(name) : 0;
    if (length > 4 && strcmp(name + length - 4, ".tsv") == 0)
        name[length - 4] = '\0';
    if (name != NULL)
        plain_make(name);
    return name;
}

int table_parse(const char *file, const char *text, struct table *ret_table, struct error *err)
{
    struct table table = {.title = "", .source = "", .rules = "", .also = ""};
    struct table_reader reader = {.file = file, .table = &table, .err = err};
    table.name = name_of(file);
    table.text = strdup(text);
    int r = table.name != NULL && table.text != NULL ? 0 : -ENOMEM;
    char *rest = table.text;
    while (r == 0 && rest != NULL) {
        char *line = strsep(&rest, "\n");
        reader.line++;
        r = read_line(&reader, line);
    }
    if (r == 0 && table.row_count == 0)
        r = refuse(&reader, "", "the table has no row");
    if (r == -ENOMEM)
        error_set(err, r, "%s: out of memory", file);
    if (r < 0)
        table_release(&table);
    else
        *ret_table = table;
    return r;
}

int table_load(const char *file, struct table *ret_table, struct error *err)
{
    char *text = malloc(FILE_BYTES_MAX + 1);
    if (text == NULL)
        return error_set(err, -ENOMEM, "%s: out of memory", file);
    FILE *in = fopen(file, "rb");
    if (in == NULL) {
        int r = -errno;
        free(text);
        return error_set(err, r, "%s: %s", file, strerror(-r));
    }
    size_t length = fread(text, 1, FILE_BYTES_MAX + 1, in);
    int r = ferror(in) ? error_set(err, -EIO, "%s: cannot be read", file) : 0;
    fclose(in);
    if (r == 0 && (length > FILE_BYTES_MAX || memchr(text, '\0', length) != NULL))
        r = error_set(err, -EINVAL, "%s: wanted a text of at most %u bytes", file, FILE_BYTES_MAX);
    if (r == 0) {
        text[length] = '\0';
        r = table_parse(file, text, ret_table, err);
    }
    free(text);
    return r;
}

void table_release(struct table *table)
{
    if (table == NULL)
        return;
    free(table->name);
    free(table->text);
    free(table->rows);
    memset(table, 0, sizeof(*table));
}

const char *table_rules(const struct table *table, const struct table_row *row)
{
    return row->cells[COLUMN_RULES][0] != '\0' ? row->cells[COLUMN_RULES] : table->rules;
}
