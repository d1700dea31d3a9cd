/* The plot of values against length. */
#include "plot/axis.h"
#include "plot/drawing.h"
#include "plot/groups.h"
#include "plot/strip.h"

#define SHEET_WIDTH 900.0
#define MARGIN 24.0
#define NAMES_WIDTH 170.0
#define PLOT_LEFT 262.0
#define PLOT_RIGHT (SHEET_WIDTH - 44)
/* All strips together are about so high, if the scale allows it. */
#define STRIPS_HEIGHT 620.0
#define UNIT_MOST 12.0
#define UNIT_LEAST 0.02

/* What a reader has to be told of. */
struct contents {
    size_t strips, margins;
    bool pairs, open;
};

/* The series that is dashed behind that of the index, or NULL. */
static const struct plot_series *reference_of(const struct plot_series_list *list, size_t index)
{
    return index > 0 ? &list->all[0] : NULL;
}

static struct contents look(const struct plot_series_list *list)
{
    struct contents found = {0};
    for (size_t i = 0; i < list->count; i++) {
        if (!plot_groups_is_first(list, i))
            continue;
        struct strip_range range = strip_range_of(&list->all[i], reference_of(list, i));
        found.strips++;
        found.margins += (size_t)(range.high - range.low);
        for (size_t j = 0; j < list->all[i].count; j++) {
            const struct plot_row *row = list->all[i].at[j];
            found.open = found.open || !row->range.decided;
            found.pairs =
                found.pairs || (row->range.decided && row->range.lower != row->range.upper);
        }
    }
    return found;
}

static struct strip_frame frame_of(const struct plot_series_list *list,
                                   const struct contents *found)
{
    struct strip_frame frame = {.left = PLOT_LEFT, .right = PLOT_RIGHT};
    plot_series_columns(list, &frame.first, &frame.last);
    frame.unit = found->margins > 0 ? STRIPS_HEIGHT / (double)found->margins : UNIT_MOST;
    if (frame.unit > UNIT_MOST)
        frame.unit = UNIT_MOST;
    if (frame.unit < UNIT_LEAST)
        frame.unit = UNIT_LEAST;
    return frame;
}

/* Lengths above, or below, the strips. */
static void draw_lengths(struct canvas *canvas, const struct strip_frame *frame, int rows, double y)
{
    int spans = frame->last - frame->first;
    int step = axis_step((frame->right - frame->left) / (spans > 0 ? spans : 1), 40);
    for (int n = axis_multiple(frame->first + step - 1, step); n <= frame->last; n += step) {
        struct strbuf text = {0};
        strbuf_add(&text, "%dx%d", rows, n);
        canvas->failed |= text.failed;
        canvas_text(canvas, strip_x(frame, n), y, 11, CANVAS_MIDDLE, PAINT_FAINT, false,
                    text.chars != NULL ? text.chars : "");
        strbuf_release(&text);
    }
}

/* A paragraph of what was put into text, which is empty afterwards. Returns its height. */
static double draw_text(struct canvas *canvas, double y, double width, double size,
                        enum paint paint, bool bold, struct strbuf *text)
{
    double height = 0;
    canvas->failed |= text->failed;
    if (text->chars != NULL)
        height = canvas_paragraph(canvas, MARGIN, y, width, size, CANVAS_START, paint, bold,
                                  text->chars);
    strbuf_release(text);
    return height;
}

/* The names of a strip, and where it differs. Returns their height. */
static double draw_names(struct canvas *canvas, const struct plot_series_list *list, size_t index,
                         double y)
{
    struct strbuf text = {0};
    plot_groups_add_names(list, index, &text);
    double height = draw_text(canvas, y, NAMES_WIDTH, 13, PAINT_INK, true, &text);
    plot_groups_add_difference(list, index, &text);
    return height + draw_text(canvas, y + height, NAMES_WIDTH, 10.5, PAINT_FAINT, false, &text);
}

static double draw_strips(struct canvas *canvas, const struct plot_series_list *list,
                          const struct strip_frame *frame, double y)
{
    size_t drawn = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct plot_series *series = &list->all[i];
        if (!plot_groups_is_first(list, i))
            continue;
        canvas_line(canvas, MARGIN, y, SHEET_WIDTH - MARGIN, y,
                    (struct canvas_style){.stroke = PAINT_RIM, .width = 1});
        double height = strip_height(frame, strip_range_of(series, reference_of(list, i)));
        double names = draw_names(canvas, list, i, y + 21) + 21;
        enum paint paint = PAINT_FIRST_SERIES + (enum paint)(drawn++ % PAINT_SERIES);
        strip_draw(canvas, frame, y, series, reference_of(list, i), paint);
        y += height > names ? height : names;
    }
    return y;
}

/* What the marks mean, as far as there are such. */
static double draw_notes(struct canvas *canvas, const struct plot_series_list *list,
                         const struct contents *found, double y)
{
    struct strbuf text = {0};
    if (found->strips > 1)
        strbuf_add(&text,
                   "The dashed line in each strip is %s; a diamond and a bold number differ from "
                   "it. All strips have the same scale. ",
                   list->all[0].rules);
    if (found->pairs)
        strbuf_add(&text,
                   "A bar is a value of two numbers: the best end that Black can force, "
                   "below, and the best that White can; between them play goes on for "
                   "ever, or as the ruleset has it. ");
    if (found->open)
        strbuf_add(&text,
                   "A dashed bar with a question mark is not decided: what is proved is "
                   "that the value lies within it. ");
    return draw_text(canvas, y, SHEET_WIDTH - 2 * MARGIN, 11, PAINT_FAINT, false, &text);
}

static void describe(const struct plot_series_list *list, struct drawing_words *words)
{
    strbuf_add(&words->title, "The value of the empty board %dxn", list->all[0].rows);
    for (size_t i = 0; i < list->count; i++) {
        const struct plot_series *series = &list->all[i];
        if (!plot_groups_is_first(list, i))
            continue;
        strbuf_separate(&words->description, ". ");
        plot_groups_add_names(list, i, &words->description);
        for (size_t j = 0; j < series->count; j++) {
            strbuf_add(&words->description, "%s %dx%d ", j == 0 ? ":" : ";", series->rows,
                       series->at[j]->columns);
            plot_groups_add_value(series->at[j], &words->description);
        }
    }
    strbuf_add(&words->description, ".");
}

void drawing_values(const struct plot_series_list *list, struct canvas *canvas,
                    struct drawing_words *words)
{
    struct canvas drawn = {.width = SHEET_WIDTH};
    struct contents found = look(list);
    struct strip_frame frame = frame_of(list, &found);
    double y = 42;
    describe(list, words);
    canvas_text(&drawn, MARGIN, y, 20, CANVAS_START, PAINT_INK, true,
                words->title.chars != NULL ? words->title.chars : "");
    y += 22;
    canvas_text(&drawn, MARGIN, y, 12, CANVAS_START, PAINT_FAINT, false,
                "Black's points minus White's when Black begins and both play their best");
    y += 30;
    draw_lengths(&drawn, &frame, list->all[0].rows, y);
    y = draw_strips(&drawn, list, &frame, y + 10);
    canvas_line(&drawn, MARGIN, y, SHEET_WIDTH - MARGIN, y,
                (struct canvas_style){.stroke = PAINT_RIM, .width = 1});
    draw_lengths(&drawn, &frame, list->all[0].rows, y + 19);
    y += 48;
    y += draw_notes(&drawn, list, &found, y);
    drawn.height = y + 8;
    drawing_on_paper(&drawn, canvas);
    canvas_release(&drawn);
}
