/*
 * Judging tables: all rows of all tables are one list of jobs, which threads take one after the
 * other. A table is written when its last row is judged. After Ctrl-C the rows left are quickly not
 * decided, and what is known is written.
 */
#include "base/clock.h"
#include "cli/draw.h"
#include "cli/verbs/tables.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/strbuf.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/store_option.h"
#include "cli/verb.h"
#include "cli/verbs/tables_folder.h"
#include "report/results.h"

struct table_run {
    struct table table;
    struct verdict_plan plan;
    struct grid grid;
    size_t left; /* rows not judged yet */
    size_t kept; /* rows taken over from an earlier run */
};

struct job {
    struct table_run *of;
    size_t row;
};

struct tables {
    struct table_run *list;
    size_t count;
    struct job *jobs;
    size_t job_count, done;
    int failed; /* 0, or the first error, which err tells */
    struct error err;
    int unwritten; /* 0, or the first error of writing a table, which unwritten_err tells */
    struct error unwritten_err;
};

static void tables_release(struct tables *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        grid_release(&tables->list[i].grid);
        verdict_plan_release(&tables->list[i].plan);
        table_release(&tables->list[i].table);
    }
    free(tables->list);
    free(tables->jobs);
}

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

/* Every name must be a table's. */
static int check_names(const struct tables_options *options, struct dirent *const *entries,
                       int count, struct error *err)
{
    char known[200];
    for (const char *const *name = options->names; *name != NULL; name++) {
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || is_named(entries[i]->d_name, *name);
        if (found)
            continue;
        list_names(entries, count, known, sizeof(known));
        return error_set(err, -EINVAL, "unknown table '%.40s': wanted %s", *name, known);
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

/* Nothing that is there is lost: if it cannot be kept, that is told before hours of search. */
static int check_older(const char *out, const struct table *table, struct error *err)
{
    struct error why;
    int r = results_check(out, table, &why);
    return r < 0 ? error_set(err, -EINVAL, "--out '%.60s': %.240s", out, why.text) : 0;
}

static int load_table(const struct tables_options *options, const char *file, struct tables *tables,
                      struct error *err)
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
    tables->job_count += one->plan.count;
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

static int load_entries(const struct tables_options *options, struct dirent *const *entries,
                        int count, struct tables *tables, struct error *err)
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

static int load(const struct tables_options *options, struct tables *tables, struct error *err)
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

static int make_jobs(struct tables *tables)
{
    size_t next = 0;
    tables->jobs = calloc(tables->job_count + 1, sizeof(*tables->jobs));
    if (tables->jobs == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < tables->count; i++)
        for (size_t row = 0; row < tables->list[i].plan.count; row++)
            tables->jobs[next++] = (struct job){&tables->list[i], row};
    return 0;
}

static void show_progress(struct tables *tables, const struct job *job, double seconds)
{
    const struct grid *grid = &job->of->grid;
    const char *rules = grid_get(grid, job->row, "rules");
    const char *verdict = grid_get(grid, job->row, "verdict");
    fprintf(stderr, "%zu/%zu %s %s%s%s: %s, %.1f s\n", tables->done, tables->job_count,
            job->of->table.name, grid_get(grid, job->row, "board"), rules[0] != '\0' ? " " : "",
            rules, verdict[0] != '\0' ? verdict : "done", seconds);
}

/* A certificate that is refused is an error of this program: that is said even where an earlier
 * result takes the row's place. */
static void tell_refused(const struct job *job)
{
    const struct grid *grid = &job->of->grid;
    const char *reason = grid_get(grid, job->row, "reason");
    if (strncmp(reason, CERTIFICATE_REFUSED, strlen(CERTIFICATE_REFUSED)) == 0)
        fprintf(stderr, "solve: %s, row %zu, %s under %s: %s\n", job->of->table.name, job->row + 1,
                grid_get(grid, job->row, "board"), grid_get(grid, job->row, "rules"), reason);
}

/* What was found with a store that failed is not whole: no table is written or printed then. */
static void check_store(struct tables *tables, struct solve_store *store)
{
    if (store == NULL || solve_store_failure(store) == NULL || tables->failed < 0)
        return;
    tables->failed = error_set(&tables->err, -EIO, "the store: %s", solve_store_failure(store));
}

/* What cannot be written is printed all the same, and the other tables go on. */
static void write_table(const struct tables_options *options, struct tables *tables,
                        struct table_run *of)
{
    struct error err;
    int r = results_write(options->out, &of->plan, &of->grid, &of->kept, &err);
    if (r < 0 && tables->unwritten == 0) {
        tables->unwritten = r;
        tables->unwritten_err = err;
    }
    if (of->kept > 0 && !options->quiet)
        fprintf(stderr, "solve: %s: %s kept from %s\n", of->table.name,
                human_count(of->kept, "row is", "rows are"), options->out);
}

/* A table is written as soon as its last row is judged. */
static void finish_job(const struct tables_options *options, struct tables *tables,
                       const struct job *job)
{
    struct table_run *of = job->of;
    check_store(tables, options->limits.store);
    if (--of->left > 0 || tables->failed < 0)
        return;
    if (options->out != NULL)
        write_table(options, tables, of);
}

static void do_job(const struct tables_options *options, struct tables *tables,
                   const struct job *job)
{
    enum verdict_kind kind;
    double started = clock_now();
    int r = verdict_of_row(&job->of->plan, job->row, &options->limits, &job->of->grid, &kind);
#ifdef _OPENMP
#pragma omp critical(tables_done)
#endif
    {
        tables->done++;
        if (r == 0 && !options->quiet && !atomic_load(&interrupt_requested))
            show_progress(tables, job, clock_now() - started);
        if (r < 0 && tables->failed == 0)
            tables->failed =
                error_set(&tables->err, r, "cannot judge %s: out of memory", job->of->table.name);
        if (r == 0)
            tell_refused(job);
        finish_job(options, tables, job);
    }
}

static void do_jobs(const struct tables_options *options, struct tables *tables)
{
    long count = (long)tables->job_count;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(options->threads)
#endif
    for (long i = 0; i < count; i++)
        do_job(options, tables, &tables->jobs[i]);
}

static void print_table(const struct table_run *judged, enum grid_format format)
{
    const struct table *table = &judged->table;
    switch (format) {
    case GRID_MARKDOWN:
        results_write_markdown(stdout, table, &judged->grid);
        break;
    case GRID_CSV:
        grid_write_csv(stdout, &judged->grid);
        break;
    default:
        printf("%s (%s): ", table->title, table->name);
        results_write_count(stdout, &judged->grid);
        if (judged->kept > 0)
            printf("; %zu of them kept from an earlier run", judged->kept);
        printf("\n\n");
        grid_write_text_within(stdout, &judged->grid, draw_width_told(stdout));
    }
}

static int print_json(const struct tables *tables, struct error *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < tables->count; i++) {
        const struct table *table = &tables->list[i].table;
        json_t *object = json_object();
        object = json_with(object, "name", json_text_or_null(table->name));
        object = json_with(object, "title", json_text_or_null(table->title));
        object = json_with(object, "source", json_text_or_null(table->source));
        object = json_with(object, "kept", json_integer((json_int_t)tables->list[i].kept));
        object = json_with(object, "rows", grid_json(&tables->list[i].grid));
        list = json_append(list, object);
    }
    json_t *object = json_with(json_object(), "schema", json_integer(JSON_SCHEMA));
    return json_print(json_with(object, "tables", list), err);
}

static int print_all(const struct tables_options *options, const struct tables *tables,
                     struct error *err)
{
    if (options->format == GRID_JSON)
        return print_json(tables, err);
    for (size_t i = 0; i < tables->count; i++) {
        if (i > 0)
            putchar('\n');
        print_table(&tables->list[i], options->format);
    }
    return 0;
}

static int all_verdicts(const struct tables_options *options, struct tables *tables,
                        struct error *err)
{
    int r = make_jobs(tables);
    if (r < 0)
        return error_set(err, r, "cannot judge the tables: out of memory");
    do_jobs(options, tables);
    if (tables->failed < 0) {
        *err = tables->err;
        return tables->failed;
    }
    r = print_all(options, tables, err);
    if (r == 0 && tables->unwritten < 0) {
        *err = tables->unwritten_err;
        r = tables->unwritten;
    }
    return r;
}

/* Judges with the store open. */
static int run_with_store(const struct tables_options *options, struct tables *tables,
                          struct error *err)
{
    struct tables_options with = *options;
    struct error failed;
    int r = store_option_open_default(options->given, &with.limits.store, err);
    if (r < 0)
        return verb_exit_code(r);
    r = all_verdicts(&with, tables, err);
    int closed =
        store_option_close(options_text(options->given, "store"), with.limits.store, &failed);
    if (closed < 0)
        *err = failed;
    return r < 0 || closed < 0 ? EXIT_FAILED : EXIT_SOLVED;
}

int tables_run(const struct tables_options *options, struct error *err)
{
    struct tables tables = {0};
    struct tables_options with = *options;
    char *folder = NULL;
    int r = tables_folder_find(options->from, &folder, err);
    with.from = folder;
    with.from_name = options->from != NULL ? "--from" : "SOLVE_TABLES";
    interrupt_while_reading(true);
    if (r == 0)
        r = load(&with, &tables, err);
    interrupt_while_reading(false);
    int code = r < 0 ? verb_exit_code(r) : run_with_store(&with, &tables, err);
    if (code == EXIT_SOLVED && atomic_load(&interrupt_requested)) {
        fprintf(stderr, "solve: stopped: %s: what is left is not decided\n", interrupt_text());
        code = EXIT_STOPPED;
    }
    tables_release(&tables);
    free(folder);
    return code;
}
