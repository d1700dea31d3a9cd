/* Reading the list of certificates. */
#include "explore/shelf/certificate_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/strbuf.h"
#include "explore/shelf/file.h"
#include "report/csv.h"

#define LIST_BYTES_MAX ((size_t)16 << 20)
#define LIST_COLUMNS_MAX 64

static const char *const column_names[CERTIFICATE_COLUMNS] = {
    [CERTIFICATE_BOARD] = "board",       [CERTIFICATE_RULES] = "rules",
    [CERTIFICATE_AFTER] = "after",       [CERTIFICATE_ASKED] = "asked",
    [CERTIFICATE_VALUE] = "value",       [CERTIFICATE_NODES] = "nodes",
    [CERTIFICATE_BYTES] = "bytes",       [CERTIFICATE_HASH] = "xxh3_128",
    [CERTIFICATE_VERDICTS] = "verdicts", [CERTIFICATE_COMMAND] = "command",
};

struct list_reader {
    const struct shelf *shelf;
    struct csv csv;
    int columns[LIST_COLUMNS_MAX]; /* enum certificate_column, or -1 */
    size_t column_count;
    struct certificate_list list;
};

static void release_one(struct listed_certificate *one)
{
    for (size_t c = 0; c < CERTIFICATE_COLUMNS; c++)
        free(one->cells[c]);
    free(one->name);
}

void certificate_list_release(struct certificate_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        release_one(&list->all[i]);
    free(list->all);
    *list = (struct certificate_list){0};
}

/* Reads a field as a string to be freed. Returns as csv_next(), or -ENOMEM. */
static int read_field(struct list_reader *reader, char **ret_text)
{
    struct strbuf field = {0};
    int more = csv_next(&reader->csv, &field);
    char *text = strbuf_take(&field);
    if (text == NULL)
        return -ENOMEM;
    if (more < 0)
        free(text);
    else
        *ret_text = text;
    return more;
}

static int column_of(const char *name)
{
    for (int c = 0; c < CERTIFICATE_COLUMNS; c++)
        if (strcmp(column_names[c], name) == 0)
            return c;
    return -1;
}

/* The line of names. Each that is wanted must be there once. */
static int read_names(struct list_reader *reader)
{
    unsigned seen = 0;
    for (int more = 1; more > 0;) {
        char *name;
        more = read_field(reader, &name);
        if (more < 0)
            return more;
        int column = column_of(name);
        free(name);
        if (reader->column_count == LIST_COLUMNS_MAX || (column >= 0 && (seen & 1U << column) != 0))
            return -EINVAL;
        if (column >= 0)
            seen |= 1U << column;
        reader->columns[reader->column_count++] = column;
    }
    return seen == (1U << CERTIFICATE_COLUMNS) - 1 ? 0 : -EINVAL;
}

/* The file that the command writes: what follows its --proof. "" where that is no plain name. */
static char *name_of(const char *command)
{
    static const char option[] = "--proof ";
    const char *at = strstr(command, option);
    at = at != NULL ? at + strlen(option) : "";
    char *name = strndup(at, strcspn(at, " '"));
    if (name != NULL && !file_name_is_plain(name))
        name[0] = '\0';
    return name;
}

static bool is_there(const struct shelf *shelf, const char *name)
{
    char *path = shelf->certificates != NULL && name[0] != '\0'
                     ? file_path(shelf->certificates, name, "")
                     : NULL;
    bool there = path != NULL && access(path, R_OK) == 0;
    free(path);
    return there;
}

/* Reads a row into one, which is all zero. */
static int read_cells(struct list_reader *reader, struct listed_certificate *one)
{
    int more = 1;
    for (size_t c = 0; c < reader->column_count; c++) {
        char *text;
        if (more == 0)
            return -EINVAL;
        more = read_field(reader, &text);
        if (more < 0)
            return more;
        if (reader->columns[c] >= 0)
            one->cells[reader->columns[c]] = text;
        else
            free(text);
    }
    return more == 0 ? 0 : -EINVAL;
}

static int read_row(struct list_reader *reader)
{
    struct certificate_list *list = &reader->list;
    int r = array_reserve_zero(&list->all, list->count + 1, &list->room, sizeof(*list->all));
    if (r < 0)
        return r;
    struct listed_certificate *one = &list->all[list->count++];
    *one = (struct listed_certificate){0};
    r = read_cells(reader, one);
    if (r < 0)
        return r;
    one->name = name_of(one->cells[CERTIFICATE_COMMAND]);
    if (one->name == NULL)
        return -ENOMEM;
    one->there = is_there(reader->shelf, one->name);
    return 0;
}

/* Reads the text of the list. Returns 0, -EINVAL or -ENOMEM. */
static int read_text(struct list_reader *reader)
{
    int r = read_names(reader);
    while (r == 0 && reader->csv.at < reader->csv.end)
        r = read_row(reader);
    if (r < 0)
        certificate_list_release(&reader->list);
    return r;
}

int certificate_list_read(const struct shelf *shelf, struct certificate_list *ret_list,
                          struct error *err)
{
    struct list_reader reader = {.shelf = shelf};
    uint8_t *bytes;
    size_t size;
    char *path = shelf->results != NULL ? file_path(shelf->results, "certificates", ".csv") : NULL;
    if (path == NULL || access(path, F_OK) < 0) {
        bool none = path != NULL || shelf->results == NULL;
        free(path);
        if (!none)
            return error_set(err, -ENOMEM, "out of memory");
        *ret_list = reader.list;
        return 0;
    }
    int r = file_read(path, LIST_BYTES_MAX, &bytes, &size, err);
    if (r == 0) {
        reader.csv = csv_begin((const char *)bytes, size);
        r = read_text(&reader);
        if (r == -ENOMEM)
            error_set(err, r, "out of memory");
        else if (r < 0)
            error_set(err, r,
                      "'%.200s', line %zu: damaged, or not as 'scripts/certificates' has it", path,
                      reader.csv.line);
        free(bytes);
    }
    free(path);
    if (r == 0)
        *ret_list = reader.list;
    return r;
}

const char *certificate_list_named(const struct certificate_list *list, const char *text,
                                   bool by_hash)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct listed_certificate *one = &list->all[i];
        const char *own = by_hash ? one->cells[CERTIFICATE_HASH] : one->name;
        if (one->there && own[0] != '\0' && strcmp(own, text) == 0)
            return one->name;
    }
    return NULL;
}
