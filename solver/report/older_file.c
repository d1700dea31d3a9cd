/* Reading the results that are there. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/csv.h"
#include "report/older.h"

#define FILE_BYTES_MAX ((size_t)16 << 20)

struct older_reader {
    const char *path;
    const struct table *table;
    struct grid_column columns[GRID_COLUMNS_MAX]; /* that a table of the kind may have */
    size_t column_count;
    struct csv csv;
    const char *keys[GRID_COLUMNS_MAX]; /* of the file's columns */
    size_t key_count;
    struct error *err;
};

static int refuse(const struct older_reader *reader, size_t line, const char *why)
{
    return error_set(reader->err, -EINVAL,
                     "%.160s, line %zu: %s: wanted what 'solve tables' wrote there before; move it "
                     "away to begin anew",
                     reader->path, line, why);
}

/* The column of this version with the key; NULL: it has none. */
static const char *known_key(const struct older_reader *reader, const char *key)
{
    for (size_t c = 0; c < reader->column_count; c++)
        if (strcmp(reader->columns[c].key, key) == 0)
            return reader->columns[c].key;
    return NULL;
}

static bool has_key(const struct older_reader *reader, const char *key)
{
    for (size_t c = 0; c < reader->key_count; c++)
        if (strcmp(reader->keys[c], key) == 0)
            return true;
    return false;
}

/* Reads one field as a string to be freed. Returns as csv_next(), or -ENOMEM. */
static int read_field(struct older_reader *reader, char **ret_text)
{
    struct strbuf field = {0};
    int r = csv_next(&reader->csv, &field);
    char *text = strbuf_take(&field);
    if (text == NULL)
        return -ENOMEM;
    if (r < 0) {
        free(text);
        return r;
    }
    *ret_text = text;
    return r;
}

/* The line of keys: each that this version writes of any table of the kind, once. */
static int read_keys(struct older_reader *reader)
{
    int more = 1;
    while (more > 0) {
        char *key;
        more = read_field(reader, &key);
        if (more < 0)
            return more == -ENOMEM ? more : refuse(reader, 1, "no line of columns");
        const char *known = known_key(reader, key);
        bool again = known != NULL && has_key(reader, known);
        free(key);
        if (known == NULL || again || reader->key_count == GRID_COLUMNS_MAX)
            return refuse(reader, 1, "other columns than this version has");
        reader->keys[reader->key_count++] = known;
    }
    for (size_t c = 0; c < reader->column_count; c++)
        if (verdict_column_always(reader->table, reader->columns[c].key) &&
            !has_key(reader, reader->columns[c].key))
            return refuse(reader, 1, "other columns than this version has");
    return 0;
}

/* Is it one that verdict_of_row() writes? */
static bool is_verdict(const char *cell)
{
    static const char *const verdicts[] = {"verified",    "verified (certificate checked)",
                                           "wrong",       "wrong (certificate checked)",
                                           "not decided", "computed",
                                           "agrees",      "differs",
                                           "estimated"};
    for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++)
        if (strcmp(cell, verdicts[i]) == 0)
            return true;
    return false;
}

/* A row more in the grid; columns that it lacks are left out. */
static int read_row(struct older_reader *reader, struct grid *older)
{
    size_t line = reader->csv.line, row = older->row_count;
    int more = 1;
    if (grid_grow(older) < 0)
        return -ENOMEM;
    for (size_t c = 0; c < reader->key_count; c++) {
        char *text;
        if (more == 0)
            return refuse(reader, line, "fewer cells than columns");
        more = read_field(reader, &text);
        if (more < 0)
            return more == -ENOMEM ? more : refuse(reader, line, "cut short or damaged");
        grid_set(older, row, reader->keys[c], text);
    }
    if (more > 0)
        return refuse(reader, line, "more cells than columns");
    if (has_key(reader, "verdict") && !is_verdict(grid_get(older, row, "verdict")))
        return refuse(reader, line, "no verdict of this program");
    return grid_get(older, row, "board")[0] != '\0' ? 0 : refuse(reader, line, "no board");
}

static int parse(struct older_reader *reader, struct grid *older)
{
    int r = read_keys(reader);
    while (r == 0 && reader->csv.at < reader->csv.end)
        r = read_row(reader, older);
    return r;
}

/* Reads a regular file. Returns 0 or a negative errno. */
static int read_bytes(const char *path, char **ret_text, size_t *ret_size)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return -errno;
    int r = fstat(fd, &status) < 0 ? -errno : 0;
    if (r == 0 && (!S_ISREG(status.st_mode) || status.st_size > (off_t)FILE_BYTES_MAX))
        r = -EINVAL;
    size_t size = 0, most = r == 0 ? (size_t)status.st_size : 0;
    char *text = r == 0 ? malloc(most + 1) : NULL;
    if (r == 0 && text == NULL)
        r = -ENOMEM;
    while (r == 0 && size < most) {
        ssize_t n = read(fd, text + size, most - size);
        if (n < 0 && errno != EINTR)
            r = -errno;
        else if (n == 0)
            break;
        size += n > 0 ? (size_t)n : 0;
    }
    close(fd);
    if (r < 0) {
        free(text);
        return r;
    }
    *ret_text = text;
    *ret_size = size;
    return 0;
}

/* Without the CSV file nothing tells what the Markdown file says. */
static int check_alone(const char *path, struct error *err)
{
    char *markdown = strdup(path);
    if (markdown == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    strcpy(markdown + strlen(markdown) - strlen(".csv"), ".md");
    bool there = access(markdown, F_OK) == 0;
    free(markdown);
    return there ? error_set(err, -EINVAL,
                             "%.160s is missing, and the .md file beside it would be lost: move "
                             "that away to begin anew",
                             path)
                 : 0;
}

static int read_at(const char *path, const struct table *table, struct grid *ret_older,
                   struct error *err)
{
    struct older_reader reader = {.path = path, .table = table, .err = err};
    struct grid older;
    char *text = NULL;
    size_t size = 0;
    int r = read_bytes(path, &text, &size);
    if (r == -ENOENT)
        return check_alone(path, err);
    if (r == -EINVAL)
        return error_set(err, r, "%.160s is no file, or one of more than 16 MiB: wanted a table",
                         path);
    if (r < 0)
        return error_set(err, r, "cannot read %.160s: %s", path, strerror(-r));
    reader.csv = csv_begin(text, size);
    reader.column_count = verdict_columns_possible(table, reader.columns);
    r = grid_init(&older, reader.columns, reader.column_count, 0);
    if (r == 0) {
        r = parse(&reader, &older);
        if (r < 0)
            grid_release(&older);
    }
    free(text);
    if (r == -ENOMEM)
        return error_set(err, r, "out of memory");
    if (r < 0)
        return r;
    *ret_older = older;
    return 1;
}

int older_read(const char *dir, const struct table *table, struct grid *ret_older,
               struct error *err)
{
    struct strbuf path = {0};
    struct grid older;
    strbuf_add(&path, "%s/%s.csv", dir, table->name);
    char *name = strbuf_take(&path);
    if (name == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    int r = read_at(name, table, &older, err);
    if (r > 0 && older_check(name, table, &older, err) < 0) {
        grid_release(&older);
        r = -EINVAL;
    }
    free(name);
    if (r > 0)
        *ret_older = older;
    return r;
}
