/* The plot of nodes against points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "plot/axis.h"
#include "plot/drawing.h"

#define SHEET_WIDTH 900.0
#define MARGIN 24.0
#define PLOT_LEFT 104.0
#define PLOT_RIGHT (SHEET_WIDTH - 190)
#define PLOT_TOP 104.0
#define PLOT_HEIGHT 470.0
#define MARK_SIZE 4.5

struct nodes_plot {
    struct canvas *canvas;
    const struct plot_series_list *list;
    bool one_ruleset, one_height; /* of all series */
    int first, last;              /* points of boards */
    int low, high;                /* powers of ten */
};

static int points_of(const struct plot_row *row)
{
    return row->rows * row->columns;
}

static double x_of(const struct nodes_plot *plot, int points)
{
    int spans = plot->last - plot->first;
    if (spans == 0)
        return (PLOT_LEFT + PLOT_RIGHT) / 2;
    return PLOT_LEFT + 14 + (PLOT_RIGHT - PLOT_LEFT - 28) * (points - plot->first) / spans;
}

static double y_of(const struct nodes_plot *plot, double power)
{
    return PLOT_TOP + PLOT_HEIGHT * (plot->high - power) / (plot->high - plot->low);
}

static double y_of_row(const struct nodes_plot *plot, const struct plot_row *row)
{
    return y_of(plot, log10((double)row->nodes));
}

static void look(struct nodes_plot *plot)
{
    const struct plot_series *first = &plot->list->all[0];
    double least = INFINITY, most = 0;
    plot->one_ruleset = plot->one_height = true;
    plot->first = plot->last = points_of(first->at[0]);
    for (size_t i = 0; i < plot->list->count; i++) {
        const struct plot_series *series = &plot->list->all[i];
        plot->one_ruleset = plot->one_ruleset && strcmp(series->rules, first->rules) == 0;
        plot->one_height = plot->one_height && series->rows == first->rows;
        for (size_t j = 0; j < series->count; j++) {
            int points = points_of(series->at[j]);
            plot->first = points < plot->first ? points : plot->first;
            plot->last = points > plot->last ? points : plot->last;
            least = fmin(least, log10((double)series->at[j]->nodes));
            most = fmax(most, log10((double)series->at[j]->nodes));
        }
    }
    plot->low = (int)floor(least);
    plot->high = (int)ceil(most);
    plot->high += plot->high == plot->low;
}

static void draw_grid(const struct nodes_plot *plot)
{
    struct canvas_style faint = {.stroke = PAINT_RIM, .width = 0.8};
    for (int power = plot->low; power <= plot->high; power++) {
        char text[AXIS_TEXT_MAX];
        double y = y_of(plot, power);
        canvas_line(plot->canvas, PLOT_LEFT, y, PLOT_RIGHT, y, faint);
        canvas_text(plot->canvas, PLOT_LEFT - 8, y + 4, 11, CANVAS_STOP, PAINT_FAINT, false,
                    axis_power_text(power, text));
    }
    int spans = plot->last > plot->first ? plot->last - plot->first : 1;
    int step = axis_step((PLOT_RIGHT - PLOT_LEFT - 28) / spans, 28);
    for (int points = axis_multiple(plot->first + step - 1, step); points <= plot->last;
         points += step) {
        char text[AXIS_TEXT_MAX];
        double x = x_of(plot, points);
        snprintf(text, sizeof(text), "%d", points);
        canvas_line(plot->canvas, x, PLOT_TOP, x, PLOT_TOP + PLOT_HEIGHT, faint);
        canvas_text(plot->canvas, x, PLOT_TOP + PLOT_HEIGHT + 18, 11, CANVAS_MIDDLE, PAINT_FAINT,
                    false, text);
    }
    canvas_text(plot->canvas, (PLOT_LEFT + PLOT_RIGHT) / 2, PLOT_TOP + PLOT_HEIGHT + 40, 12,
                CANVAS_MIDDLE, PAINT_FAINT, false, "points of the board");
}

/* One of eight shapes: they, and dashes from the ninth series on, tell what colours tell. */
static void draw_mark(struct canvas *canvas, double x, double y, size_t shape,
                      struct canvas_style style)
{
    double s = MARK_SIZE, t = MARK_SIZE * 1.35;
    const double fans[][8] = {
        {x, y - t, x + t, y, x, y + t, x - t, y},
        {x, y - t, x + t, y + s, x - t, y + s},
        {x, y + t, x + t, y - s, x - t, y - s},
    };
    style.fill = shape % 8 < 4 ? style.stroke : PAINT_PAPER;
    switch (shape % 4) {
    case 0:
        canvas_circle(canvas, x, y, s, style);
        return;
    case 1:
        canvas_rect(canvas, x - s, y - s, 2 * s, 2 * s, 0, style);
        return;
    case 2:
        canvas_fan(canvas, fans[shape % 8 < 4 ? 0 : 2], shape % 8 < 4 ? 4 : 3, style);
        return;
    default:
        canvas_fan(canvas, shape % 8 < 4 ? fans[1] : fans[0], shape % 8 < 4 ? 3 : 4, style);
    }
}

/* "psk", "2xn", "psk 2xn": what tells a series from the others. */
static void add_name(const struct nodes_plot *plot, const struct plot_series *series,
                     struct strbuf *text)
{
    if (!plot->one_ruleset || plot->one_height)
        strbuf_add(text, "%s%s", series->rules, plot->one_height ? "" : " ");
    if (!plot->one_height)
        strbuf_add(text, "%dxn", series->rows);
}

/* Above a mark: so many nodes were not enough. */
static void draw_arrow(struct canvas *canvas, double x, double y, struct canvas_style style)
{
    const double head[6] = {x, y - 24, x + 4, y - 16, x - 4, y - 16};
    canvas_line(canvas, x, y - MARK_SIZE * 1.4, x, y - 17, style);
    style.fill = style.stroke;
    canvas_fan(canvas, head, 3, style);
}

static void draw_row(const struct nodes_plot *plot, size_t index, const struct plot_row *row,
                     struct canvas_style style)
{
    struct strbuf name = {0};
    double x = x_of(plot, points_of(row)), y = y_of_row(plot, row);
    strbuf_add(&name, "%dx%d, %s: %s%s", row->rows, row->columns, row->rules,
               human_count(row->nodes, "node", "nodes"), row->open ? ", not decided" : "");
    plot->canvas->failed |= name.failed;
    canvas_begin(plot->canvas, name.chars != NULL ? name.chars : "");
    draw_mark(plot->canvas, x, y, index, style);
    if (row->open)
        draw_arrow(plot->canvas, x, y, style);
    canvas_end(plot->canvas);
    strbuf_release(&name);
}

static void draw_series(const struct nodes_plot *plot, size_t index)
{
    const struct plot_series *series = &plot->list->all[index];
    enum paint paint = PAINT_FIRST_SERIES + (enum paint)(index % PAINT_SERIES);
    struct canvas_style style = {.stroke = paint, .width = 1.8, .dashed = index >= 8};
    for (size_t i = 1; i < series->count; i++)
        canvas_line(plot->canvas, x_of(plot, points_of(series->at[i - 1])),
                    y_of_row(plot, series->at[i - 1]), x_of(plot, points_of(series->at[i])),
                    y_of_row(plot, series->at[i]), style);
    style.dashed = false;
    for (size_t i = 0; i < series->count; i++)
        draw_row(plot, index, series->at[i], style);
}

/* --- names, beside the ends of lines --- */

struct end {
    const struct nodes_plot *plot;
    size_t index;
    double y;
};

static int compare_ends(const void *a_end, const void *b_end)
{
    const struct end *a = a_end, *b = b_end;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static void draw_end(const struct end *end, double y)
{
    const struct nodes_plot *plot = end->plot;
    const struct plot_series *series = &plot->list->all[end->index];
    struct canvas *canvas = plot->canvas;
    enum paint paint = PAINT_FIRST_SERIES + (enum paint)(end->index % PAINT_SERIES);
    struct canvas_style leader = {.stroke = paint, .width = 0.9, .dashed = end->index >= 8};
    struct canvas_style mark = {.stroke = paint, .width = 1.8};
    struct strbuf name = {0};
    canvas_line(canvas, x_of(plot, points_of(series->at[series->count - 1])) + 8, end->y,
                PLOT_RIGHT + 12, y, leader);
    draw_mark(canvas, PLOT_RIGHT + 20, y, end->index, mark);
    add_name(plot, series, &name);
    canvas->failed |= name.failed;
    canvas_text(canvas, PLOT_RIGHT + 31, y + 4, 12.5, CANVAS_START, PAINT_INK, true,
                name.chars != NULL ? name.chars : "");
    strbuf_release(&name);
}

static void draw_ends(const struct nodes_plot *plot)
{
    size_t count = plot->list->count;
    struct end *ends = malloc(count * sizeof(*ends));
    double *y = malloc(count * sizeof(*y));
    if (ends == NULL || y == NULL) {
        plot->canvas->failed = true;
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        const struct plot_series *series = &plot->list->all[i];
        ends[i] = (struct end){plot, i, y_of_row(plot, series->at[series->count - 1])};
    }
    if (count > 0)
        qsort(ends, count, sizeof(*ends), compare_ends);
    for (size_t i = 0; i < count; i++)
        y[i] = ends[i].y;
    if (axis_spread(y, (int)count, 18, PLOT_TOP + 4, plot->canvas->height - 12) < 0)
        plot->canvas->failed = true;
    for (size_t i = 0; i < count; i++)
        draw_end(&ends[i], y[i]);
    free(ends);
    free(y);
}

/* --- the sheet --- */

static void describe(const struct nodes_plot *plot, struct drawing_words *words)
{
    const struct plot_series_list *list = plot->list;
    strbuf_add(&words->title, "Positions searched to find the value of the empty board");
    if (plot->one_height)
        strbuf_add(&words->title, " %dxn", list->all[0].rows);
    if (plot->one_ruleset)
        strbuf_add(&words->title, ", %s", list->all[0].rules);
    for (size_t i = 0; i < list->count; i++) {
        const struct plot_series *series = &list->all[i];
        strbuf_separate(&words->description, ". ");
        strbuf_add(&words->description, "%s, boards %dxn", series->rules, series->rows);
        for (size_t j = 0; j < series->count; j++)
            strbuf_add(&words->description, "%s %dx%d %s%s", j == 0 ? ":" : ";", series->rows,
                       series->at[j]->columns, human_count(series->at[j]->nodes, "node", "nodes"),
                       series->at[j]->open ? ", not decided" : "");
    }
    strbuf_add(&words->description, ".");
}

static bool is_any_open(const struct plot_series_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        for (size_t j = 0; j < list->all[i].count; j++)
            if (list->all[i].at[j]->open)
                return true;
    return false;
}

void drawing_nodes(const struct plot_series_list *list, struct canvas *canvas,
                   struct drawing_words *words)
{
    struct canvas drawn = {.width = SHEET_WIDTH};
    struct nodes_plot plot = {.canvas = &drawn, .list = list};
    double names = (double)list->count * 18 + PLOT_TOP + 20;
    double height = PLOT_TOP + PLOT_HEIGHT + 60;
    look(&plot);
    describe(&plot, words);
    drawn.height = height > names ? height : names;
    canvas_text(&drawn, MARGIN, 42, 20, CANVAS_START, PAINT_INK, true,
                words->title.chars != NULL ? words->title.chars : "");
    canvas_text(&drawn, MARGIN, 64, 12, CANVAS_START, PAINT_FAINT, false,
                "Each mark up the scale is ten times as many positions.");
    if (is_any_open(list))
        canvas_text(&drawn, MARGIN, 82, 12, CANVAS_START, PAINT_FAINT, false,
                    "An arrow: so many were not enough, the value is not decided.");
    draw_grid(&plot);
    for (size_t i = 0; i < list->count; i++)
        draw_series(&plot, i);
    draw_ends(&plot);
    drawing_on_paper(&drawn, canvas);
    canvas_release(&drawn);
}
