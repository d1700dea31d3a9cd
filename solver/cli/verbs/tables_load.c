/* Loading published tables. */
#include "cli/verbs/tables_load.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "base/strbuf.h"
#include "report/results.h"

static int is_table(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 4 && strcmp(entry->d_name + length - 4, ".tsv") == 0;
}

/* The names of all tables as one list for an error line. */
static void list_names(struct dirent *const *entries, int count, char *buffer, size_t size)
{
    buffer[0] = '\0';
    for (int i = 0; i < count; i++) {
        size_t used = strlen(buffer);
        snprintf(buffer + used, size - used, "%s%.*s", used > 0 ? ", " : "",
                 (int)strlen(entries[i]->d_name) - 4, entries[i]->d_name);
    }
}

static bool is_named(const char *file, const char *name)
{
    size_t length = strlen(file) - 4;
    return strlen(name) == length && memcmp(file, name, length) == 0;
}

/* Writes which table may have been meant by a name, as spelling_answer() does. */
static const char *name_nearest(struct dirent *const *entries, int count, const char *name,
                                char *answer)
{
    struct spelling spelling;
    spelling_begin(&spelling, name, strlen(name));
    for (int i = 0; i < count; i++)
        spelling_compare_part(&spelling, entries[i]->d_name, strlen(entries[i]->d_name) - 4);
    return spelling_answer(&spelling, answer);
}

/* Every name must be a table's. */
static int check_names(const struct tables_options *options, struct dirent *const *entries,
                       int count, struct error *err)
{
    char known[200], answer[SPELLING_ANSWER_MAX];
    for (const char *const *name = options->names; *name != NULL; name++) {
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || is_named(entries[i]->d_name, *name);
        if (found)
            continue;
        list_names(entries, count, known, sizeof(known));
        return error_set(err, -EINVAL, "unknown table '%.40s': wanted %s%s", *name, known,
                         name_nearest(entries, count, *name, answer));
    }
    return 0;
}

static bool is_wanted(const struct tables_options *options, const char *file)
{
    for (const char *const *name = options->names; *name != NULL; name++)
        if (is_named(file, *name))
            return true;
    return options->names[0] == NULL;
}

/* Nothing that is there is lost: if it cannot be taken over, that is told before hours of search.
 */
static int check_older(const char *out, const struct table *table, struct error *err)
{
    struct error why;
    int r = results_check(out, table, &why);
    return r < 0 ? error_set(err, -EINVAL, "--out '%.60s': %.240s", out, why.text) : 0;
}

static int load_table(const struct tables_options *options, const char *file,
                      struct loaded_tables *tables, struct error *err)
{
    struct table_run *one = &tables->list[tables->count];
    struct grid_column columns[GRID_COLUMNS_MAX];
    struct strbuf path = {0};
    strbuf_add(&path, "%s/%s", options->from, file);
    char *name = strbuf_take(&path);
    int r = name != NULL ? table_load(name, &one->table, err)
                         : error_set(err, -ENOMEM, "out of memory");
    free(name);
    if (r < 0)
        return r;
    tables->count++;
    r = verdict_plan_init(&one->plan, &one->table, err);
    if (r < 0)
        return r;
    if (options->out != NULL)
        r = check_older(options->out, &one->table, err);
    if (r < 0)
        return r;
    size_t count = verdict_columns(&one->table, columns);
    r = grid_init(&one->grid, columns, count, one->plan.count);
    one->left = one->plan.count;
    tables->row_count += one->plan.count;
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

static int load_entries(const struct tables_options *options, struct dirent *const *entries,
                        int count, struct loaded_tables *tables, struct error *err)
{
    int r = check_names(options, entries, count, err);
    tables->list = calloc((size_t)count + 1, sizeof(*tables->list));
    if (r == 0 && tables->list == NULL)
        r = error_set(err, -ENOMEM, "out of memory");
    for (int i = 0; i < count && r == 0; i++)
        if (is_wanted(options, entries[i]->d_name))
            r = load_table(options, entries[i]->d_name, tables, err);
    if (r == 0 && tables->count == 0)
        r = error_set(err, -EINVAL, "%s '%.80s': the folder has no table", options->from_name,
                      options->from);
    return r;
}

int tables_load(const struct tables_options *options, struct loaded_tables *tables,
                struct error *err)
{
    struct dirent **entries = NULL;
    int count = scandir(options->from, &entries, is_table, alphasort);
    if (count < 0)
        return error_set(err, -EINVAL, "%s '%.80s': %s: wanted the folder of the tables",
                         options->from_name, options->from, strerror(errno));
    int r = load_entries(options, entries, count, tables, err);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return r;
}

void tables_load_release(struct loaded_tables *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        grid_release(&tables->list[i].grid);
        verdict_plan_release(&tables->list[i].plan);
        table_release(&tables->list[i].table);
    }
    free(tables->list);
}
