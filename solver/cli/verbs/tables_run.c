/*
 * Solving the rows of tables. All rows of all tables are one list of jobs, which the threads take
 * one by one. A table is written when its last row has its verdict. After Ctrl-C the rows left are
 * quickly not decided, and what is known is written.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "cli/draw.h"
#include "cli/failures.h"
#include "cli/interrupt.h"
#include "cli/output_path.h"
#include "cli/verb.h"
#include "cli/verbs/store_option.h"
#include "cli/verbs/tables_folder.h"
#include "cli/verbs/tables_load.h"
#include "report/results.h"
#include "json/json.h"

struct job {
    struct table_run *of;
    size_t row;
};

/* All that is to be done, and how far it is. */
struct tables_work {
    struct loaded_tables loaded;
    struct job *jobs; /* one for each row */
    size_t done;
    int failed;                 /* 0, or the first error */
    struct error err;           /* tells it */
    int unwritten;              /* 0, or what the first one of writing was */
    struct error unwritten_err; /* tells it */
};

static int make_jobs(struct tables_work *work)
{
    size_t next = 0;
    work->jobs = calloc(work->loaded.row_count + 1, sizeof(*work->jobs));
    if (work->jobs == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < work->loaded.count; i++)
        for (size_t row = 0; row < work->loaded.list[i].plan.count; row++)
            work->jobs[next++] = (struct job){&work->loaded.list[i], row};
    return 0;
}

static void show_progress(struct tables_work *work, const struct job *job, double seconds)
{
    const struct grid *grid = &job->of->grid;
    const char *rules = grid_get(grid, job->row, "rules");
    const char *verdict = grid_get(grid, job->row, "verdict");
    fprintf(stderr, "%zu/%zu %s %s%s%s: %s, %.1f s\n", work->done, work->loaded.row_count,
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
static void check_store(struct tables_work *work, struct solve_store *store)
{
    if (store == NULL || solve_store_failure(store) == NULL || work->failed < 0)
        return;
    work->failed = error_set(&work->err, -EIO, "the store: %s", solve_store_failure(store));
}

/* The first thing that could not be written. */
static void note_unwritten(struct tables_work *work, const char *option, const struct error *why)
{
    if (work->unwritten == 0)
        work->unwritten = error_set(&work->unwritten_err, -EIO, "--%s: %s", option, why->text);
}

/* What cannot be written is printed all the same, and the other tables go on. */
static void write_table(const struct tables_options *options, struct tables_work *work,
                        struct table_run *of)
{
    struct error err;
    if (results_write(options->out, &of->plan, &of->grid, &of->taken_over, &err) < 0)
        note_unwritten(work, "out", &err);
    if (of->taken_over > 0 && !options->quiet)
        fprintf(stderr, "solve: %s: %s kept from %s\n", of->table.name,
                human_count(of->taken_over, "row is", "rows are"), options->out);
}

/* Writes the table as soon as its last row has its verdict. */
static void finish_job(const struct tables_options *options, struct tables_work *work,
                       const struct job *job)
{
    struct table_run *of = job->of;
    check_store(work, options->limits.store);
    if (--of->left > 0 || work->failed < 0)
        return;
    if (options->out != NULL)
        write_table(options, work, of);
}

static void do_job(const struct tables_options *options, struct tables_work *work,
                   const struct job *job)
{
    enum verdict_kind kind;
    double started = clock_now();
    struct error unwritten;
    int r = verdict_of_row(&job->of->plan, job->row, &options->limits, &job->of->grid, &kind,
                           &unwritten);
#ifdef _OPENMP
#pragma omp critical(tables_done)
#endif
    {
        work->done++;
        if (r == 0 && !options->quiet && !atomic_load(&interrupt_requested))
            show_progress(work, job, clock_now() - started);
        if (r < 0 && work->failed == 0)
            work->failed =
                error_set(&work->err, r, "cannot judge %s: out of memory", job->of->table.name);
        if (r == 0)
            tell_refused(job);
        if (unwritten.text[0] != '\0')
            note_unwritten(work, "proof-dir", &unwritten);
        finish_job(options, work, job);
    }
}

static void do_jobs(const struct tables_options *options, struct tables_work *work)
{
    long count = (long)work->loaded.row_count;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(options->threads)
#endif
    for (long i = 0; i < count; i++)
        do_job(options, work, &work->jobs[i]);
}

static void print_table(const struct table_run *of, enum grid_format format)
{
    const struct table *table = &of->table;
    switch (format) {
    case GRID_MARKDOWN:
        results_write_markdown(stdout, table, &of->grid);
        break;
    case GRID_CSV:
        grid_write_csv(stdout, &of->grid);
        break;
    default:
        printf("%s (%s): ", table->title, table->name);
        results_write_count(stdout, &of->grid);
        if (of->taken_over > 0)
            printf("; %zu of them kept from an earlier run", of->taken_over);
        printf("\n\n");
        grid_write_text_within(stdout, &of->grid, draw_width_told(stdout));
    }
}

static json_t *limits_json(const struct tables_options *options)
{
    const struct verdict_limits *limits = &options->limits;
    json_t *object = json_with(json_object(), "threads", json_integer(options->threads));
    object = json_with(object, "memory", json_integer((json_int_t)limits->row_bytes));
    object = json_with(object, "row_seconds", json_real(limits->row_seconds));
    return json_with(object, "max_points",
                     limits->points_max > 0 ? json_integer(limits->points_max) : json_null());
}

static int print_json(const struct tables_options *options, const struct tables_work *work,
                      struct error *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < work->loaded.count; i++) {
        const struct table *table = &work->loaded.list[i].table;
        json_t *object = json_object();
        object = json_with(object, "name", json_text_or_null(table->name));
        object = json_with(object, "title", json_text_or_null(table->title));
        object = json_with(object, "source", json_text_or_null(table->source));
        object =
            json_with(object, "kept", json_integer((json_int_t)work->loaded.list[i].taken_over));
        object = json_with(object, "rows", grid_json(&work->loaded.list[i].grid));
        list = json_append(list, object);
    }
    json_t *object = json_with(json_head("tables"), "limits", limits_json(options));
    object = json_with(object, "tables", list);
    bool stopped = atomic_load(&interrupt_requested);
    object = json_with(object, "stopped", json_text_or_null(stopped ? "interrupted" : NULL));
    return json_print(object, err);
}

static int print_all(const struct tables_options *options, const struct tables_work *work,
                     struct error *err)
{
    if (options->format == GRID_JSON)
        return print_json(options, work, err);
    for (size_t i = 0; i < work->loaded.count; i++) {
        if (i > 0)
            putchar('\n');
        print_table(&work->loaded.list[i], options->format);
    }
    return 0;
}

static int find_verdicts(const struct tables_options *options, struct tables_work *work,
                         struct error *err)
{
    int r = make_jobs(work);
    if (r < 0)
        return error_set(err, r, "cannot judge the tables: out of memory");
    do_jobs(options, work);
    if (work->failed < 0) {
        *err = work->err;
        return work->failed;
    }
    struct failures failures = {.last = err};
    struct error why;
    failures_note(&failures, print_all(options, work, &why), &why);
    failures_note(&failures, work->unwritten, &work->unwritten_err);
    return failures.any ? -EIO : 0;
}

/* Judges with the store open. */
static int run_with_store(const struct tables_options *options, struct tables_work *work,
                          struct error *err)
{
    struct tables_options with = *options;
    struct error failed;
    int r = store_option_open_default(options->given, &with.limits.store, NULL, err);
    if (r < 0)
        return verb_exit_code(r);
    r = find_verdicts(&with, work, err);
    int closed =
        store_option_close(options_text(options->given, "store"), with.limits.store, &failed);
    if (closed < 0)
        *err = failed;
    return r < 0 || closed < 0 ? EXIT_FAILED : EXIT_SOLVED;
}

int tables_run(const struct tables_options *options, struct error *err)
{
    struct tables_work work = {0};
    struct tables_options with = *options;
    char *folder = NULL;
    int r = tables_folder_find(options->from, &folder, err);
    with.from = folder;
    with.from_name = options->from != NULL ? "--from" : "SOLVE_TABLES";
    interrupt_while_reading(true);
    if (r == 0)
        r = tables_load(&with, &work.loaded, err);
    interrupt_while_reading(false);
    if (r == 0)
        r = output_path_make_folder("out", options->out, err);
    if (r == 0)
        r = output_path_make_folder("proof-dir", options->limits.proof_dir, err);
    int code = r < 0 ? verb_exit_code(r) : run_with_store(&with, &work, err);
    if (code == EXIT_SOLVED && atomic_load(&interrupt_requested)) {
        fprintf(stderr, "solve: stopped: %s: what is left is not decided\n", interrupt_text());
        code = EXIT_STOPPED;
    }
    tables_load_release(&work.loaded);
    free(work.jobs);
    free(folder);
    return code;
}
