/* Printing a comparison of rulesets. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "cli/best.h"
#include "cli/draw.h"
#include "cli/ending.h"
#include "cli/stop_text.h"
#include "cli/verbs/compare.h"
#include "compare/compared_json.h"
#include "report/best_text.h"
#include "report/pv_text.h"
#include "report/value.h"
#include "json/json.h"
#include "json/player.h"
#include "json/result_json.h"

/* The last three are for programs. For people there are sentences. */
static const struct grid_column columns[] = {
    {"rules", "rules"},
    {"lower", "lower"},
    {"upper", "upper"},
    {"best", "best first plays"},
    {"differs", "differs"},
    {"line", "line"},
    {"best_complete", "all best"},
    {"komi", "komi"},
    {"stopped", "stopped"},
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))
#define COLUMNS_FOR_PEOPLE (COLUMNS - 3)

/* Adds "value, plays". A "?" marks what may differ, as it is not decided. */
static void add_differs(struct strbuf *text, const struct compared *one)
{
    if (one->values != DIFFERS_NO)
        strbuf_add(text, "value%s", one->values == DIFFERS_OPEN ? "?" : "");
    if (one->plays == DIFFERS_NO)
        return;
    strbuf_separate(text, ", ");
    strbuf_add(text, "plays%s", one->plays == DIFFERS_OPEN ? "?" : "");
}

/* A bound, "?" where it is not known. */
static void add_margin(struct strbuf *text, int least, int most, const struct solve_rules *rules)
{
    strbuf_add(text, "%s", least == most ? value_margin(least, rules) : "?");
}

/* Adds the best moves. For people the list says whether it is complete. */
static void add_best(struct strbuf *text, const struct compared *one, bool complete,
                     enum grid_format format)
{
    best_text_add(text, one->result);
    if (!complete && format != GRID_CSV)
        strbuf_add(text, text->length > 0 ? " (not all known)" : "not known");
}

/* Adds why the game is over at this position under these rules. */
static void add_ended(struct strbuf *text, const struct compared *one)
{
    char reason[ENDING_REASON_MAX];
    ending_reason(one->game, solve_game_turns(one->game), reason);
    strbuf_add(text, "%s", reason);
}

static void fill_cells(struct strbuf *cells, const struct compared *one,
                       const struct compare_options *options)
{
    const struct solve_bounds *bounds = &one->bounds;
    bool complete = solve_result_best_complete(one->result, options->komi_half_points);
    add_margin(&cells[1], bounds->lower_min, bounds->lower_max, one->rules);
    add_margin(&cells[2], bounds->upper_min, bounds->upper_max, one->rules);
    add_best(&cells[3], one, complete, options->format);
    add_differs(&cells[4], one);
    if (solve_game_is_over(one->game))
        add_ended(&cells[5], one);
    else
        pv_text_add(&cells[5], one->result);
    strbuf_add(&cells[6], complete ? "yes" : "no");
    strbuf_add(&cells[7], "%s", human_half_points(options->komi_half_points));
    const char *stop = result_json_stop(compared_stop(one));
    strbuf_add(&cells[8], "%s", stop != NULL ? stop : "");
}

static int fill_row(struct grid *grid, size_t row, const struct compared *one,
                    const struct compare_options *options)
{
    struct strbuf cells[COLUMNS] = {0};
    int r = 0;
    strbuf_add(&cells[0], "%s", solve_rules_text(one->rules));
    if (one->refused != NULL)
        strbuf_add(&cells[5], "%s", one->refused);
    else
        fill_cells(cells, one, options);
    for (size_t i = 0; i < COLUMNS; i++)
        r |= grid_set_text(grid, row, columns[i].key, &cells[i]);
    return r != 0 ? -ENOMEM : 0;
}

static void print_head(const struct compare_options *options, const char *position)
{
    printf("%s, %s, %s to move%s\n\n", solve_board_name(options->setup.board), position,
           player_title(solve_game_to_move(options->setup.start)),
           options->setup.move_count == 0 ? ""
           : options->setup.from_sgf      ? ", after the moves of --sgf"
                                          : ", after --history");
}

static int draw_pv(const struct solve_result *result)
{
    size_t count;
    const struct solve_game *game = solve_result_game(result);
    solve_result_pv(result, &count);
    return draw_game(stdout, game, solve_game_turns(game) - count, draw_width(stdout));
}

/* The principal variation under each ruleset, drawn. Returns 0 or -ENOMEM. */
static int draw_lines(const struct compare_options *options, const struct compared *list)
{
    int r = 0;
    for (size_t i = 0; i < options->rulesets.count && r == 0; i++) {
        if (list[i].refused != NULL)
            continue;
        printf("\n%s: ", solve_rules_text(list[i].rules));
        struct strbuf line = {0};
        pv_text_add(&line, list[i].result);
        printf("%s\n\n", line.chars != NULL ? line.chars : "");
        strbuf_release(&line);
        r = draw_pv(list[i].result);
    }
    return r;
}

static json_t *to_json(const struct compare_options *options, const char *position,
                       const struct compared *list, const struct found *found)
{
    struct comparison comparison = compare_comparison(options);
    struct compared_json of = {
        .comparison = &comparison,
        .list = list,
        .position = found == NULL || found->any ? position : NULL,
        .to_move = solve_game_to_move(options->setup.start),
        .history = options->setup.moves,
        .history_count = options->setup.move_count,
        .found = found,
    };
    return compared_json(&of);
}

/* Where a search found nothing: what it looked at. */
static void print_nothing(const struct compare_options *options, const struct found *found)
{
    const char *positions = human_count(found->looked_at, "position", "positions");
    printf("%s: no difference in value found on %s up to symmetry and colours",
           solve_board_name(options->setup.board), positions);
    if (found->open > 0)
        printf("; %s not decided", human_count(found->open, "of them was", "of them were"));
    printf(found->complete ? ": there is none\n" : "\n");
}

static bool komi_matters(const struct compare_options *options, const struct compared *list)
{
    bool matters = options->komi_given;
    for (size_t i = 0; i < options->rulesets.count; i++)
        matters = matters || (list[i].refused == NULL && solve_result_komi_matters(list[i].result));
    return matters;
}

void compare_print_open(const struct solve_rules *rules, bool value_known, enum solve_stop stop)
{
    printf("%s: %s: %s\n", solve_rules_text(rules),
           value_known ? "first plays not all known" : "not decided", stop_text(stop));
}

/* What is not known, and why, below the table. */
static void print_open(const struct compare_options *options, const struct compared *list)
{
    bool any = false;
    for (size_t i = 0; i < options->rulesets.count; i++) {
        enum solve_stop stop = compared_stop(&list[i]);
        bool known = compared_is_known(&list[i]);
        if (known && stop == SOLVE_STOP_NONE)
            continue;
        if (!any)
            printf("\n");
        any = true;
        if (known)
            printf("%s: the line goes on: %s\n", solve_rules_text(list[i].rules),
                   stop_text_of_pv(stop, &options->limits));
        else
            compare_print_open(list[i].rules, solve_bounds_known(&list[i].bounds), stop);
    }
}

/* Returns 0 or -ENOMEM; then not all of it is printed. */
static int print_text(const struct compare_options *options, const char *position,
                      const struct compared *list, const struct grid *grid,
                      const struct found *found)
{
    if (found != NULL && !found->any) {
        print_nothing(options, found);
        return 0;
    }
    print_head(options, position);
    grid_write_text_within(stdout, grid, draw_width_told(stdout));
    if (komi_matters(options, list))
        best_print_note(options->komi_half_points);
    print_open(options, list);
    if (found != NULL && !found->complete)
        printf("\nNot all smaller positions were decided: this may not be the smallest.\n");
    return found != NULL ? draw_lines(options, list) : 0;
}

int compare_print(const struct compare_options *options, const char *position,
                  const struct compared *list, const struct found *found, struct error *err)
{
    struct grid grid;
    if (options->format == GRID_JSON)
        return json_print(to_json(options, position, list, found), err);
    size_t rows = found == NULL || found->any ? options->rulesets.count : 0;
    size_t count = options->format == GRID_CSV ? COLUMNS : COLUMNS_FOR_PEOPLE;
    int r = grid_init(&grid, columns, count, rows);
    if (r < 0)
        return error_set(err, r, "out of memory");
    for (size_t i = 0; i < rows && r == 0; i++)
        r = fill_row(&grid, i, &list[i], options);
    if (r == 0 && options->format == GRID_TEXT)
        r = print_text(options, position, list, &grid, found);
    else if (r == 0 && options->format == GRID_CSV)
        grid_write_csv(stdout, &grid);
    else if (r == 0)
        grid_write_markdown(stdout, &grid);
    if (r < 0)
        error_set(err, r, "out of memory");
    if (r == 0 && options->format == GRID_MARKDOWN && rows > 0) {
        if (komi_matters(options, list))
            best_print_note(options->komi_half_points);
        print_open(options, list);
    }
    grid_release(&grid);
    return r;
}
