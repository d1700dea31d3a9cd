/* A table of boards and rulesets: its cells. */
#include "survey/survey.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "report/value.h"
#include "survey/cell.h"
#include "survey/examples.h"
#include "survey/files.h"
#include "survey/pairs.h"

/* The tables are written after a cell if it is so long ago. */
#define SECONDS_BETWEEN 30

const struct grid_column survey_cell_columns[] = {
    {"board", "board"},
    {"rules", "rules"},
    {"lower", "lower"},
    {"upper", "upper"},
    {"best", "best first plays"},
    {"complete", "all best"},
    {"line", "line"},
    {"nodes", "nodes"},
    {"entries", "entries"},
    {"certificate", "certificate"},
    {"why", "why not decided"},
};
const size_t survey_cell_column_count =
    sizeof(survey_cell_columns) / sizeof(survey_cell_columns[0]);

const struct grid_column survey_seconds_columns[] = {
    {"board", "board"},
    {"rules", "rules"},
    {"seconds", "seconds"},
    {"proof_seconds", "seconds with the certificate"},
};
const size_t survey_seconds_column_count =
    sizeof(survey_seconds_columns) / sizeof(survey_seconds_columns[0]);

size_t survey_cell_row(const struct survey *survey, size_t board, size_t ruleset)
{
    return board * survey->wish.rulesets->count + ruleset;
}

size_t survey_pair_row(const struct survey *survey, size_t a, size_t b)
{
    size_t count = survey->wish.rulesets->count;
    return a * (2 * count - a - 1) / 2 + (b - a - 1);
}

bool survey_cell_is_proved(const struct grid *cells, size_t row)
{
    int margin;
    return grid_get(cells, row, "why")[0] == '\0' &&
           value_margin_parse(grid_get(cells, row, "lower"), &margin) == 0 &&
           value_margin_parse(grid_get(cells, row, "upper"), &margin) == 0;
}

bool survey_is_complete(const struct survey *survey)
{
    for (size_t row = 0; row < survey->cells.row_count; row++)
        if (!survey_cell_is_proved(&survey->cells, row) ||
            strcmp(grid_get(&survey->cells, row, "complete"), "yes") != 0)
            return false;
    for (size_t row = 0; row < survey->differences.row_count; row++)
        if (strcmp(grid_get(&survey->differences, row, "complete"), "yes") != 0)
            return false;
    return true;
}

/* --- what is there --- */

static int set_names(struct grid *grid, size_t row, const char *board, const char *rules)
{
    char *first = strdup(board), *second = strdup(rules);
    if (first == NULL || second == NULL) {
        free(first);
        free(second);
        return -ENOMEM;
    }
    grid_set(grid, row, "board", first);
    grid_set(grid, row, "rules", second);
    return 0;
}

static int make_cells(struct survey *survey, struct grid *ret_grid,
                      const struct grid_column *columns, size_t column_count)
{
    const struct survey_wish *wish = &survey->wish;
    size_t rules = wish->rulesets->count;
    int r = grid_init(ret_grid, columns, column_count, wish->boards->count * rules);
    for (size_t row = 0; r == 0 && row < ret_grid->row_count; row++)
        r = set_names(ret_grid, row, solve_board_name(wish->boards->list[row / rules]),
                      solve_rules_text(wish->rulesets->list[row % rules]));
    return r;
}

/* The row of cells for the board and the ruleset; -1: it is not wanted. */
static long find_row(const struct survey *survey, const char *board, const char *rules)
{
    for (size_t row = 0; row < survey->cells.row_count; row++)
        if (strcmp(grid_get(&survey->cells, row, "board"), board) == 0 &&
            strcmp(grid_get(&survey->cells, row, "rules"), rules) == 0)
            return (long)row;
    return -1;
}

/* Takes the rows of the file over as they are: what they prove counts from the start. */
static int take_cells(struct survey *survey, struct grid *older, struct error *err)
{
    for (size_t row = 0; row < older->row_count; row++) {
        const char *board = grid_get(older, row, "board"), *rules = grid_get(older, row, "rules");
        long at = find_row(survey, board, rules);
        if (at < 0)
            return error_set(err, -EINVAL,
                             "%.120s/" FILES_CELLS
                             " has %.40s under %.80s: wanted all of its boards "
                             "and rulesets in --boards and --rules, or another folder",
                             survey->wish.dir, board, rules);
        for (size_t c = 0; c < survey_cell_column_count; c++) {
            char *copy = strdup(grid_get(older, row, survey_cell_columns[c].key));
            if (copy == NULL)
                return error_set(err, -ENOMEM, "out of memory");
            grid_set(&survey->cells, (size_t)at, survey_cell_columns[c].key, copy);
        }
    }
    return 0;
}

/* Certificates are written as they are made. */
static int make_proof_dir(const struct survey *survey, struct error *err)
{
    const char *dir = survey->wish.proof_dir;
    if (dir == NULL || mkdir(dir, 0777) == 0 || errno == EEXIST)
        return 0;
    return error_set(err, -errno, "--proof-dir: cannot make %.200s: %s", dir, strerror(errno));
}

static int read_folder(struct survey *survey, struct error *err)
{
    struct grid older;
    const char *dir = survey->wish.dir;
    if (dir == NULL)
        return 0;
    survey->folder = files_open_folder(dir, err);
    if (survey->folder < 0)
        return survey->folder;
    int r = files_read_grid(dir, FILES_CELLS, survey_cell_columns, survey_cell_column_count, &older,
                            err);
    if (r > 0) {
        r = take_cells(survey, &older, err);
        grid_release(&older);
    }
    return r < 0 ? r : pairs_read(survey, err);
}

int survey_open(struct survey *ret_survey, const struct survey_wish *wish, struct error *err)
{
    struct survey survey = {.wish = *wish, .folder = -1, .written = clock_now()};
    int r = make_cells(&survey, &survey.cells, survey_cell_columns, survey_cell_column_count);
    if (r == 0)
        r = make_cells(&survey, &survey.seconds, survey_seconds_columns,
                       survey_seconds_column_count);
    if (r == 0)
        r = pairs_init(&survey);
    r = r < 0 ? error_set(err, r, "out of memory") : make_proof_dir(&survey, err);
    if (r == 0)
        r = read_folder(&survey, err);
    if (r < 0)
        survey_close(&survey);
    else
        *ret_survey = survey;
    return r;
}

void survey_close(struct survey *survey)
{
    examples_release(survey);
    grid_release(&survey->cells);
    grid_release(&survey->seconds);
    grid_release(&survey->differences);
    if (survey->folder >= 0)
        close(survey->folder);
    survey->folder = -1;
}

/* --- solving --- */

/* The cells at work. */
struct cells_work {
    struct survey *survey;
    struct grid older; /* what was there */
    bool *finished;    /* owned: one a row */
    size_t done;
    atomic_int failed; /* 0, or the first error; written by one at a time */
    struct error err;
};

static int copy_row(struct grid *into, const struct grid *from, size_t row)
{
    for (size_t c = 0; c < from->column_count; c++) {
        char *copy = strdup(grid_get(from, row, from->columns[c].key));
        if (copy == NULL)
            return -ENOMEM;
        grid_set(into, row, from->columns[c].key, copy);
    }
    return 0;
}

static int copy_grid(struct grid *ret_copy, const struct grid *grid)
{
    int r = grid_init(ret_copy, grid->columns, grid->column_count, grid->row_count);
    for (size_t row = 0; r == 0 && row < grid->row_count; row++)
        r = copy_row(ret_copy, grid, row);
    return r;
}

static void tell(struct cells_work *work, size_t row, double seconds)
{
    const struct survey_wish *wish = &work->survey->wish;
    const struct grid *cells = &work->survey->cells;
    const char *lower = grid_get(cells, row, "lower"), *upper = grid_get(cells, row, "upper");
    struct strbuf line = {0};
    if (wish->tell == NULL || solve_interrupt_is_requested(wish->interrupt))
        return;
    strbuf_add(&line, "%zu/%zu %s %s: ", work->done, cells->row_count,
               grid_get(cells, row, "board"), grid_get(cells, row, "rules"));
    if (!survey_cell_is_proved(cells, row))
        strbuf_add(&line, "%s", grid_get(cells, row, "why"));
    else if (strcmp(lower, upper) == 0)
        strbuf_add(&line, "%s", lower);
    else
        strbuf_add(&line, "lower %s, upper %s", lower, upper);
    strbuf_add(&line, ", %.1f s", seconds);
    if (!line.failed)
        wish->tell(line.chars, wish->arg);
    strbuf_release(&line);
}

/* Clears the row but for its names, so that nothing of an earlier run is taken for this one's. */
static void clear_row(struct grid *cells, size_t row)
{
    for (size_t c = 2; c < cells->column_count; c++)
        grid_set(cells, row, cells->columns[c].key, NULL);
}

/* Writes the cells that are done, and of the others what was there before. */
static int write_now(const struct cells_work *work, struct error *err)
{
    struct survey *survey = work->survey;
    struct grid now;
    struct files_new file;
    int r = copy_grid(&now, &work->older);
    for (size_t row = 0; r == 0 && row < now.row_count; row++)
        if (work->finished[row])
            r = copy_row(&now, &survey->cells, row);
    if (r == 0)
        r = files_make_csv(&file, FILES_CELLS, &now);
    grid_release(&now);
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = files_write(survey->wish.dir, &file, 1, err);
    free(file.bytes);
    survey->written = clock_now();
    return r;
}

/* A cell that is done. Called by one thread at a time. */
static void finish_cell(struct cells_work *work, size_t row, int r, const struct error *err,
                        double seconds)
{
    struct survey *survey = work->survey;
    struct error why = *err;
    work->done++;
    if (r == 0) {
        r = cell_keep(&survey->cells, &work->older, row, &why);
        survey->kept += r > 0;
    }
    if (r >= 0)
        tell(work, row, seconds);
    if (r >= 0 && survey->wish.store != NULL && solve_store_failure(survey->wish.store) != NULL)
        r = error_set(&why, -EIO, "the store: %s", solve_store_failure(survey->wish.store));
    work->finished[row] = r >= 0;
    if (r >= 0 && survey->wish.dir != NULL && clock_now() - survey->written > SECONDS_BETWEEN)
        r = write_now(work, &why);
    if (r < 0 && work->failed == 0) {
        work->failed = r;
        work->err = why;
    }
}

static void do_cell(struct cells_work *work, size_t row)
{
    struct survey *survey = work->survey;
    struct error err = {""};
    double started = clock_now();
    bool final = cell_is_final(survey, &work->older, row);
    int r = final ? 0 : cell_solve(survey, row, &err);
#ifdef _OPENMP
#pragma omp critical(survey_cells)
#endif
    finish_cell(work, row, r, &err, clock_now() - started);
}

static void do_cells(struct cells_work *work)
{
    struct survey *survey = work->survey;
    long count = (long)survey->cells.row_count;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(survey->wish.threads)
#endif
    for (long row = 0; row < count; row++)
        if (work->failed == 0)
            do_cell(work, (size_t)row);
}

int survey_run(struct survey *survey, struct error *err)
{
    struct cells_work work = {.survey = survey};
    int r = copy_grid(&work.older, &survey->cells);
    work.finished = calloc(survey->cells.row_count + 1, sizeof(*work.finished));
    if (work.finished == NULL)
        r = -ENOMEM;
    for (size_t row = 0; r == 0 && row < survey->cells.row_count; row++)
        clear_row(&survey->cells, row);
    if (r < 0)
        error_set(err, r, "out of memory");
    else
        do_cells(&work);
    grid_release(&work.older);
    free(work.finished);
    if (r == 0 && work.failed < 0) {
        *err = work.err;
        r = work.failed;
    }
    if (r == 0)
        r = pairs_find(survey, err);
    return r == 0 ? examples_solve(survey, err) : r;
}
