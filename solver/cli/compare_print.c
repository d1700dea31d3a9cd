/* Printing a comparison of rulesets. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/draw.h"
#include "cli/json.h"
#include "cli/value_text.h"
#include "report/line_text.h"

static const struct grid_column columns[] = {
    {"rules", "rules"},           {"lower", "lower"},     {"upper", "upper"},
    {"best", "best first plays"}, {"differs", "differs"}, {"line", "line"},
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static const char *differs_text(const struct compared *one)
{
    if (one->value_differs)
        return one->plays_differ ? "value, plays" : "value";
    return one->plays_differ ? "plays" : "";
}

/* A bound, "?" where it is not known. */
static void add_margin(struct text *text, int least, int most)
{
    char buffer[VALUE_TEXT_MAX];
    text_add(text, "%s", least == most ? value_margin(least, buffer) : "?");
}

static void add_best(struct text *text, const struct compared *one)
{
    for (size_t i = 0; i < one->analysis.move_count; i++) {
        if (!one->analysis.moves[i].best)
            continue;
        text_separate(text, " ");
        text_add(text, "%s", move_format(one->game.graph, one->analysis.moves[i].move));
    }
}

static int fill_row(struct grid *grid, size_t row, const struct compared *one)
{
    struct text rules = {0}, lower = {0}, upper = {0}, best = {0}, differs = {0}, line = {0};
    char name[RULESET_TEXT_MAX];
    ruleset_format(one->rules, name);
    text_add(&rules, "%s", name);
    if (one->refused != NULL) {
        text_add(&line, "%s", one->refused);
    } else {
        const struct bounds *bounds = &one->analysis.bounds;
        add_margin(&lower, bounds->lower_min, bounds->lower_max);
        add_margin(&upper, bounds->upper_min, bounds->upper_max);
        add_best(&best, one);
        text_add(&differs, "%s", differs_text(one));
        write_line(&line, &one->analysis);
    }
    int r = grid_set_text(grid, row, "rules", &rules);
    r |= grid_set_text(grid, row, "lower", &lower);
    r |= grid_set_text(grid, row, "upper", &upper);
    r |= grid_set_text(grid, row, "best", &best);
    r |= grid_set_text(grid, row, "differs", &differs);
    r |= grid_set_text(grid, row, "line", &line);
    return r != 0 ? -ENOMEM : 0;
}

static void print_head(const struct compare_options *options, const struct position *position)
{
    char text[POSITION_TEXT_MAX];
    position_format(options->setup.graph, position, text);
    printf("%s, %s, %s to move%s\n\n", options->setup.graph->name, text,
           options->setup.to_move == BLACK ? "Black" : "White",
           options->setup.move_count > 0 ? ", after --history" : "");
}

/* The best line under each ruleset, drawn. */
static void draw_lines(const struct compare_options *options, const struct compared *list)
{
    char name[RULESET_TEXT_MAX];
    for (size_t i = 0; i < options->rulesets.count; i++) {
        if (list[i].refused != NULL)
            continue;
        ruleset_format(list[i].rules, name);
        printf("\n%s: ", name);
        struct text line = {0};
        write_line(&line, &list[i].analysis);
        printf("%s\n\n", line.chars != NULL ? line.chars : "");
        text_release(&line);
        draw_game(stdout, &list[i].analysis.game, list[i].analysis.root_turn, draw_width(stdout));
    }
}

static json_t *row_json(const struct compared *one)
{
    char name[RULESET_TEXT_MAX];
    json_t *object = json_object(), *value = json_object();
    json_t *best = json_array(), *line = json_array();
    bool known = one->refused == NULL && bounds_known(&one->analysis.bounds);
    ruleset_format(one->rules, name);
    object = json_with(object, "rules", json_string(name));
    object = json_with(object, "legal", json_boolean(one->refused == NULL));
    object = json_with(object, "reason", json_text_or_null(one->refused));
    if (one->refused == NULL)
        value_set_bounds(value, &one->analysis.bounds);
    for (size_t i = 0; i < one->analysis.move_count; i++)
        if (one->analysis.moves[i].best)
            best = json_append(
                best, json_string(move_format(one->game.graph, one->analysis.moves[i].move)));
    for (size_t i = 0; i < one->analysis.line_count; i++)
        line = json_append(line, json_string(move_format(one->game.graph, one->analysis.line[i])));
    object = json_with(object, "value", value);
    object = json_with(object, "proven", json_boolean(known));
    object = json_with(object, "best", best);
    object = json_with(object, "value_differs", json_boolean(one->value_differs));
    object = json_with(object, "plays_differ", json_boolean(one->plays_differ));
    object = json_with(object, "line", line);
    return json_with(object, "cycle_from",
                     one->refused != NULL || one->analysis.cycle_from < 0
                         ? json_null()
                         : json_integer(one->analysis.cycle_from));
}

static int print_json(const struct compare_options *options, const struct position *position,
                      const struct compared *list, struct error *err)
{
    char text[POSITION_TEXT_MAX];
    json_t *object = json_object(), *rows = json_array();
    position_format(options->setup.graph, position, text);
    for (size_t i = 0; i < options->rulesets.count; i++)
        rows = json_append(rows, row_json(&list[i]));
    object = json_with(object, "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "board", json_text_or_null(options->setup.graph->name));
    object = json_with(object, "position", json_string(text));
    object = json_with(object, "to_move",
                       json_string(options->setup.to_move == BLACK ? "black" : "white"));
    return json_print(json_with(object, "rulesets", rows), err);
}

int compare_print(const struct compare_options *options, const struct position *position,
                  const struct compared *list, bool lines, struct error *err)
{
    struct grid grid;
    if (options->format == GRID_JSON)
        return print_json(options, position, list, err);
    int r = grid_init(&grid, columns, COLUMNS, options->rulesets.count);
    if (r < 0)
        return error_set(err, r, "out of memory");
    for (size_t i = 0; i < options->rulesets.count && r == 0; i++)
        r = fill_row(&grid, i, &list[i]);
    if (r < 0)
        error_set(err, r, "out of memory");
    else if (options->format == GRID_CSV)
        grid_write_csv(stdout, &grid);
    else if (options->format == GRID_MARKDOWN)
        grid_write_markdown(stdout, &grid);
    if (r == 0 && options->format == GRID_TEXT) {
        print_head(options, position);
        grid_write_text(stdout, &grid);
        if (lines)
            draw_lines(options, list);
    }
    grid_release(&grid);
    return r;
}
