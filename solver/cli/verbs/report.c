/* The verb report: boards down, rulesets across. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/draw.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/output_path.h"
#include "cli/parse_number.h"
#include "cli/run_limits.h"
#include "cli/verb.h"
#include "cli/verbs/store_option.h"
#include "survey/cell.h"
#include "survey/survey.h"
#include "json/json.h"

static const struct option_spec options[] = {
    {"boards", "LIST", "boards and ranges of boards: 1x1..1x7,2x2..3x3"},
    {"rules", "A,B,...|all", "rulesets; a part with '=' is a field of the one before it"},
    {"out", "DIR", "write the page and the tables there; what is proved there already stays"},
    {"find-points", "N", "look for differences on boards of up to N points; default 6, 0: none"},
    {"cell-seconds", "S", "limit of each question of a board and ruleset; default 60"},
    {"format", "FORMAT", "of stdout: text (default), json, csv, markdown"},
    FORMAT_JSON_OPTION,
    {"threads", "N", "boards and rulesets solved at a time; default: all cores"},
    {"memory", "SIZE", "of each of them: bytes, or with K, M, G or T; default 2G"},
    {"proof-dir", "DIR", "keep the certificates there, and make those of larger boards, too"},
    {"seconds", NULL, "write seconds.csv, too: what this run took"},
    FORMAT_QUIET_OPTION,
    {"store", "DIR", STORE_OPTION_HELP},
};

#define CELL_SECONDS_DEFAULT 60
#define FIND_POINTS_DEFAULT 6
/* Not a share of what is free: results must not depend on the machine. */
#define CELL_BYTES_DEFAULT ((uint64_t)2 << 30)

struct report_options {
    struct board_list boards;
    struct rulesets rulesets;
    struct survey_wish wish;
    enum grid_format format;
    const char *store; /* folder; NULL: none */
};

/* The tables of results are of whole numbers, and differences are looked for with Black to move. */
static void leave_out_unsuited(struct rulesets *rulesets)
{
    size_t count = 0;
    for (size_t i = 0; i < rulesets->count; i++) {
        const struct rulesets one = {.list = &rulesets->list[i], .count = 1};
        if (solve_rules_half_points(rulesets->list[i]) == 0 && rulesets_uneven(&one) == NULL)
            rulesets->list[count++] = rulesets->list[i];
        else
            solve_rules_unref(rulesets->list[i]);
    }
    rulesets->count = count;
}

static int read_lists(struct report_options *into, const struct options *given, struct error *err)
{
    struct error why;
    struct solve_rules_facts facts;
    const char *boards = options_text(given, "boards"), *rules = options_text(given, "rules");
    if (boards == NULL)
        return error_set(err, -EINVAL, "--boards is missing: wanted boards as in 1x1..1x7,2x2,3x3");
    if (rules == NULL)
        return error_set(err, -EINVAL,
                         "--rules is missing: wanted names that '" SOLVE_PROGRAM
                         " rules' lists, or all");
    int r = board_list_parse(boards, SOLVE_POINTS_MAX, &into->boards, &why);
    if (r < 0)
        return r == -EINVAL ? options_refuse("boards", boards, why.text, err)
                            : error_set(err, r, "%s", why.text);
    r = rulesets_parse(rules, &into->rulesets, &why);
    if (r < 0)
        return r == -EINVAL ? options_refuse("rules", rules, why.text, err)
                            : error_set(err, r, "%s", why.text);
    if (strcmp(rules, "all") == 0)
        leave_out_unsuited(&into->rulesets);
    for (size_t i = 0; i < into->rulesets.count; i++) {
        int komi;
        if (solve_rules_facts(into->rulesets.list[i], &facts) == 0 && facts.players > 2)
            return options_refuse("rules", rules, "wanted rulesets for two players", err);
        if (solve_rules_komi(into->rulesets.list[i], &komi) == 0)
            return options_refuse("rules", rules, "wanted no komi: values do not contain it", err);
        if (solve_rules_half_points(into->rulesets.list[i]) != 0)
            return options_refuse("rules", rules, "wanted rulesets without half points", err);
    }
    if (rulesets_uneven(&into->rulesets) != NULL)
        return options_refuse("rules", rules, "wanted rulesets that treat both colours alike", err);
    return 0;
}

static int read_find_points(const struct options *given, int *ret_points, struct error *err)
{
    const char *text = options_text(given, "find-points");
    uint64_t points = FIND_POINTS_DEFAULT;
    if (text != NULL && parse_number_unsigned(text, 0, SOLVE_POINTS_MAX, &points) < 0)
        return options_refuse("find-points", text, "wanted a whole number from 0 to 64", err);
    *ret_points = (int)points;
    return 0;
}

static int read_options(struct report_options *into, const struct options *given, struct error *err)
{
    struct survey_wish *wish = &into->wish;
    struct run_limits limits;
    int r = format_read(given, &into->format, err);
    if (r == 0)
        r = read_lists(into, given, err);
    if (r == 0)
        r = read_find_points(given, &wish->find_points, err);
    if (r == 0)
        r = run_limits_read_seconds(given, "cell-seconds", CELL_SECONDS_DEFAULT,
                                    &wish->cell_seconds, err);
    if (r == 0)
        r = run_limits_read(given, &limits, err);
    if (r == 0)
        r = output_path_folder("out", options_text(given, "out"), err);
    if (r == 0)
        r = output_path_folder("proof-dir", options_text(given, "proof-dir"), err);
    if (r < 0)
        return r;
    wish->boards = &into->boards;
    wish->rulesets = &into->rulesets;
    wish->threads = limits.threads;
    wish->cell_bytes = limits.memory_default ? CELL_BYTES_DEFAULT : limits.memory;
    wish->interrupt = interrupt_handle();
    wish->dir = options_text(given, "out");
    wish->proof_dir = options_text(given, "proof-dir");
    wish->seconds = options_has(given, "seconds");
    into->store = options_text(given, "store");
    if (wish->seconds && wish->dir == NULL)
        return error_set(err, -EINVAL, "--seconds writes a file: wanted with --out DIR");
    return 0;
}

static void tell(const char *line, void *arg)
{
    (void)arg;
    fprintf(stderr, "%s\n", line);
}

/* --- what is printed --- */

/* "+4", or "lower -4, upper +4"; "-3 to +5": it lies between the two. */
static void add_value(struct strbuf *text, const struct grid *cells, size_t row)
{
    const char *lower = grid_get(cells, row, "lower"), *upper = grid_get(cells, row, "upper");
    if (!survey_cell_is_proved(cells, row))
        strbuf_add(text, lower[0] != '\0' ? "%s to %s" : "", lower, upper);
    else if (strcmp(lower, upper) == 0)
        strbuf_add(text, "%s", lower);
    else
        strbuf_add(text, "lower %s, upper %s", lower, upper);
}

/* The cells as people read them. */
static int print_cells(const struct survey *survey, enum grid_format format, struct error *err)
{
    static const struct grid_column columns[] = {
        {"board", "board"},
        {"rules", "rules"},
        {"value", "value"},
        {"best", "best first plays"},
        {"certificate", "certificate"},
        {"why", "why not decided"},
    };
    const size_t count = sizeof(columns) / sizeof(columns[0]);
    const struct grid *cells = &survey->cells;
    struct grid grid;
    int r = grid_init(&grid, columns, count, cells->row_count);
    for (size_t row = 0; row < cells->row_count && r == 0; row++) {
        const char *uncertified = cell_uncertified(survey, row);
        struct strbuf value = {0};
        add_value(&value, cells, row);
        r = grid_set_text(&grid, row, "value", &value);
        for (size_t c = 0; c < count && r == 0; c++)
            if (strcmp(columns[c].key, "value") != 0)
                r = grid_set_copy(&grid, row, columns[c].key, grid_get(cells, row, columns[c].key));
        if (r == 0 && uncertified[0] != '\0')
            r = grid_set_copy(&grid, row, "certificate", uncertified);
    }
    if (r == 0 && format == GRID_MARKDOWN)
        grid_write_markdown(stdout, &grid);
    else if (r == 0)
        grid_write_text_within(stdout, &grid, draw_width_told(stdout));
    grid_release(&grid);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

static void print_differences(const struct survey *survey)
{
    const struct grid *grid = &survey->differences;
    for (size_t row = 0; row < grid->row_count; row++) {
        bool complete = strcmp(grid_get(grid, row, "complete"), "yes") == 0;
        bool found = grid_get(grid, row, "board")[0] != '\0';
        printf("%s%s and %s: ", row == 0 ? "\n" : "", grid_get(grid, row, "rules_a"),
               grid_get(grid, row, "rules_b"));
        if (found)
            printf("differ on %s, %s: %s and %s", grid_get(grid, row, "board"),
                   grid_get(grid, row, "position"), grid_get(grid, row, "value_a"),
                   grid_get(grid, row, "value_b"));
        else
            printf("no difference on %s", grid_get(grid, row, "equal"));
        printf(complete ? "\n"
               : found  ? " (perhaps not the smallest: %s)\n"
                        : " (%s)\n",
               grid_get(grid, row, "why"));
    }
}

static json_t *text_json(struct solve_rules *const *rules, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        list = json_append(list, json_string(solve_rules_text(rules[i])));
    return list;
}

static json_t *limits_json(const struct survey_wish *wish)
{
    json_t *object = json_with(json_object(), "threads", json_integer(wish->threads));
    object = json_with(object, "memory", json_integer((json_int_t)wish->cell_bytes));
    object = json_with(object, "cell_seconds", json_real(wish->cell_seconds));
    return json_with(object, "find_points", json_integer(wish->find_points));
}

static int print_json(const struct survey *survey, struct error *err)
{
    const struct survey_wish *wish = &survey->wish;
    bool stopped = atomic_load(&interrupt_requested);
    json_t *boards = json_array();
    for (size_t i = 0; i < wish->boards->count; i++)
        boards = json_append(boards, json_string(solve_board_name(wish->boards->list[i])));
    json_t *object = json_with(json_head("report"), "boards", boards);
    object = json_with(object, "rulesets", text_json(wish->rulesets->list, wish->rulesets->count));
    object = json_with(object, "limits", limits_json(wish));
    object = json_with(object, "out", json_text_or_null(wish->dir));
    object = json_with(object, "kept", json_integer((json_int_t)survey->kept));
    object = json_with(object, "cells", grid_json(&survey->cells));
    object = json_with(object, "differences", grid_json(&survey->differences));
    object = json_with(object, "complete", json_boolean(survey_is_complete(survey)));
    object = json_with(object, "stopped", json_text_or_null(stopped ? "interrupted" : NULL));
    return json_print(object, err);
}

static int print(const struct report_options *options_read, const struct survey *survey,
                 struct error *err)
{
    if (options_read->format == GRID_JSON)
        return print_json(survey, err);
    if (options_read->format == GRID_CSV) {
        grid_write_csv(stdout, &survey->cells);
        return 0;
    }
    int r = print_cells(survey, options_read->format, err);
    if (r == 0 && options_read->format == GRID_TEXT)
        print_differences(survey);
    return r;
}

/* --- the run --- */

/* Solves, writes and prints. A table that cannot be written is printed all the same. */
static int run_survey(const struct report_options *into, struct survey *survey, struct error *err)
{
    struct error unwritten;
    int r = survey_run(survey, err);
    if (r < 0)
        return EXIT_FAILED;
    int written = survey_write(survey, &unwritten);
    r = print(into, survey, err);
    if (r == 0 && written < 0) {
        *err = unwritten;
        r = written;
    }
    if (r < 0)
        return EXIT_FAILED;
    if (survey_is_complete(survey))
        return EXIT_SOLVED;
    fprintf(stderr, "solve: stopped before all was proven%s%s\n",
            atomic_load(&interrupt_requested) ? ": " : "",
            atomic_load(&interrupt_requested) ? interrupt_text() : "");
    return EXIT_STOPPED;
}

static int run_with_store(struct report_options *into, struct error *err)
{
    struct survey survey;
    struct error failed;
    int r = store_option_open(into->store, NULL, NULL, &into->wish.store, err);
    if (r < 0)
        return verb_exit_code(r);
    r = survey_open(&survey, &into->wish, err);
    int code = r < 0 ? verb_exit_code(r) : run_survey(into, &survey, err);
    if (r == 0)
        survey_close(&survey);
    if (store_option_close(into->store, into->wish.store, &failed) < 0) {
        *err = failed;
        code = EXIT_FAILED;
    }
    return code;
}

static int run(const struct options *given, struct error *err)
{
    struct report_options into = {0};
    int r = read_options(&into, given, err);
    if (!options_has(given, "quiet"))
        into.wish.tell = tell;
    int code = r < 0 ? verb_exit_code(r) : run_with_store(&into, err);
    rulesets_release(&into.rulesets);
    board_list_release(&into.boards);
    return code;
}

const struct verb verb_report =
    VERB("report", "a page of our own: boards down, rulesets across, smallest differences", options,
         .run = run, .interruptible = true);
