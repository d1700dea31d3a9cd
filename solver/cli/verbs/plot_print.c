/* The verb plot: its table, and its JSON. */
#include "cli/verbs/plot_print.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/strbuf.h"
#include "plot/groups.h"
#include "json/json.h"
#include "json/value_json.h"

/* A table of cells: each is found by its line and its column. */
struct table_text {
    size_t lines, columns;
    char **cells; /* NULL is empty */
};

static int set_cell(struct table_text *table, size_t line, size_t column, struct strbuf *text)
{
    char **cell = &table->cells[line * table->columns + column];
    free(*cell);
    *cell = strbuf_take(text);
    return *cell != NULL ? 0 : -ENOMEM;
}

/* "+4", "-4/+4", "0/+9?". */
static void add_value(const struct plot_row *row, struct strbuf *text)
{
    strbuf_add(text, "%s", plot_groups_margin(row->range.lower));
    if (row->range.lower != row->range.upper)
        strbuf_add(text, "/%s", plot_groups_margin(row->range.upper));
    if (!row->range.decided)
        strbuf_add(text, "?");
}

static int set_row(struct table_text *table, size_t line, size_t column, enum plot_kind kind,
                   const struct plot_row *row)
{
    struct strbuf text = {0};
    if (kind == PLOT_VALUES)
        add_value(row, &text);
    else
        strbuf_add(&text, "%" PRIu64 "%s", row->nodes, row->open ? "?" : "");
    return set_cell(table, line, column, &text);
}

/* The line of lengths; then a line for each series, its name first. */
static int fill(struct table_text *table, const struct plot_series_list *list, enum plot_kind kind,
                int first)
{
    struct strbuf text = {0};
    int r = 0;
    for (size_t i = 1; i < table->columns && r == 0; i++) {
        strbuf_add(&text, "n=%d", first + (int)i - 1);
        r = set_cell(table, 0, i, &text);
    }
    for (size_t i = 0; i < list->count && r == 0; i++) {
        const struct plot_series *series = &list->all[i];
        strbuf_add(&text, "%dxn %s", series->rows, series->rules);
        r = set_cell(table, i + 1, 0, &text);
        for (size_t j = 0; j < series->count && r == 0; j++)
            r = set_row(table, i + 1, (size_t)(series->at[j]->columns - first) + 1, kind,
                        series->at[j]);
    }
    return r;
}

static const char *cell(const struct table_text *table, size_t line, size_t column)
{
    const char *text = table->cells[line * table->columns + column];
    return text != NULL ? text : "";
}

static int width_of(const struct table_text *table, size_t column)
{
    size_t width = 0;
    for (size_t line = 0; line < table->lines; line++)
        if (strlen(cell(table, line, column)) > width)
            width = strlen(cell(table, line, column));
    return (int)width;
}

/* Is there a cell below the head of the column? */
static bool is_used(const struct table_text *table, size_t column)
{
    for (size_t line = 1; line < table->lines; line++)
        if (cell(table, line, column)[0] != '\0')
            return true;
    return false;
}

/* Names to the left, numbers to the right; no blanks at the end of a line. */
static void print(const struct table_text *table)
{
    for (size_t line = 0; line < table->lines; line++) {
        int owed = width_of(table, 0) - printf("%s", cell(table, line, 0));
        for (size_t column = 1; column < table->columns; column++) {
            if (!is_used(table, column))
                continue;
            const char *text = cell(table, line, column);
            int width = width_of(table, column) + 2;
            if (text[0] != '\0')
                printf("%*s%*s", owed, "", width, text);
            owed = text[0] != '\0' ? 0 : owed + width;
        }
        printf("\n");
    }
}

/* After the values: where each ruleset parts from the first. */
static int print_differences(const struct plot_series_list *list)
{
    for (size_t i = 1; i < list->count; i++) {
        struct strbuf text = {0};
        plot_groups_add_difference(list, i, &text);
        char *taken = strbuf_take(&text);
        if (taken == NULL)
            return -ENOMEM;
        printf("%s %s\n", list->all[i].rules, taken);
        free(taken);
    }
    return 0;
}

int plot_print_text(const struct plot_series_list *list, enum plot_kind kind, struct error *err)
{
    int first, last;
    plot_series_columns(list, &first, &last);
    struct table_text table = {.lines = list->count + 1, .columns = (size_t)(last - first) + 2};
    table.cells = calloc(table.lines * table.columns, sizeof(*table.cells));
    int r = table.cells != NULL ? fill(&table, list, kind, first) : -ENOMEM;
    if (r == 0) {
        printf(kind == PLOT_VALUES ? "value of the empty board\n" : "positions searched\n");
        print(&table);
    }
    if (r == 0 && kind == PLOT_VALUES)
        r = print_differences(list);
    for (size_t i = 0; table.cells != NULL && i < table.lines * table.columns; i++)
        free(table.cells[i]);
    free(table.cells);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

static int margin_of(int margin)
{
    if (margin >= PLOT_INFINITE)
        return SOLVE_MARGIN_INFINITE;
    return margin <= -PLOT_INFINITE ? -SOLVE_MARGIN_INFINITE : margin;
}

static json_t *row_json(const struct plot_row *row)
{
    struct strbuf board = {0};
    int lower = margin_of(row->range.lower), upper = margin_of(row->range.upper);
    struct solve_bounds bounds = {lower, row->range.decided ? lower : upper,
                                  row->range.decided ? upper : lower, upper};
    strbuf_add(&board, "%dx%d", row->rows, row->columns);
    json_t *object = json_with(json_object(), "board", json_string(board.chars));
    strbuf_release(&board);
    object = json_with(object, "value", row->has_bounds ? value_json(&bounds, NULL) : json_null());
    return json_with(object, "nodes",
                     row->has_nodes ? json_integer((json_int_t)row->nodes) : json_null());
}

json_t *plot_print_json(const struct plot_series_list *list)
{
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++) {
        const struct plot_series *series = &list->all[i];
        json_t *points = json_array();
        for (size_t j = 0; j < series->count; j++)
            points = json_append(points, row_json(series->at[j]));
        json_t *object = json_with(json_object(), "rules", json_text_or_null(series->rules));
        object = json_with(object, "rows", json_integer(series->rows));
        array = json_append(array, json_with(object, "boards", points));
    }
    return array;
}
