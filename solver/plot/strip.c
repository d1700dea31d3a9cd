/* Drawing strips of values. */
#include "plot/strip.h"

#include "plot/axis.h"
#include "plot/groups.h"

/* Above the highest margin and below the lowest: room for numbers. */
#define STRIP_PAD 22.0
#define NUMBER_SIZE 11.0
/* Columns nearer to each other have no numbers. */
#define NUMBERS_APART 26.0

struct strip {
    struct canvas *canvas;
    const struct strip_frame *frame;
    struct strip_range range;
    double top;
    enum paint paint;
    double radius; /* of marks */
};

double strip_x(const struct strip_frame *frame, int columns)
{
    int spans = frame->last - frame->first;
    if (spans == 0)
        return (frame->left + frame->right) / 2;
    return frame->left + (frame->right - frame->left) * (columns - frame->first) / spans;
}

static double apart(const struct strip_frame *frame)
{
    int spans = frame->last - frame->first;
    return (frame->right - frame->left) / (spans > 0 ? spans : 1);
}

/* Is the value known, and one number? */
static bool is_number(const struct plot_row *row)
{
    return row->range.decided && row->range.lower == row->range.upper;
}

static void widen(struct strip_range *range, int margin)
{
    if (margin <= -PLOT_INFINITE || margin >= PLOT_INFINITE)
        return;
    range->low = margin < range->low ? margin : range->low;
    range->high = margin > range->high ? margin : range->high;
}

struct strip_range strip_range_of(const struct plot_series *series,
                                  const struct plot_series *reference)
{
    struct strip_range range = {0, 0};
    for (size_t i = 0; i < series->count; i++) {
        widen(&range, series->at[i]->range.lower);
        widen(&range, series->at[i]->range.upper);
    }
    for (size_t i = 0; reference != NULL && i < reference->count; i++)
        if (is_number(reference->at[i]))
            widen(&range, reference->at[i]->range.lower);
    return range;
}

double strip_height(const struct strip_frame *frame, struct strip_range range)
{
    return (range.high - range.low) * frame->unit + 2 * STRIP_PAD;
}

/* What is infinite lies just beyond the rest. */
static double y_of(const struct strip *strip, int margin)
{
    double zero = strip->top + STRIP_PAD + strip->range.high * strip->frame->unit;
    if (margin > strip->range.high)
        return strip->top + STRIP_PAD - 6;
    if (margin < strip->range.low)
        return zero - strip->range.low * strip->frame->unit + 6;
    return zero - margin * strip->frame->unit;
}

static double x_of(const struct strip *strip, const struct plot_row *row)
{
    return strip_x(strip->frame, row->columns);
}

static void draw_grid(const struct strip *strip)
{
    const struct strip_frame *frame = strip->frame;
    int step = axis_step(frame->unit, 15);
    for (int margin = axis_multiple(strip->range.high, step); margin >= strip->range.low;
         margin -= step) {
        double y = y_of(strip, margin);
        struct canvas_style style = {.stroke = margin == 0 ? PAINT_FAINT : PAINT_RIM,
                                     .width = margin == 0 ? 0.8 : 0.6};
        canvas_line(strip->canvas, frame->left - 14, y, frame->right + 14, y, style);
        canvas_text(strip->canvas, frame->left - 20, y + 3.5, 10, CANVAS_STOP, PAINT_FAINT, false,
                    plot_groups_margin(margin));
    }
}

/* Lines from value to value; a bar, and a board that is missing, break them. */
static void draw_line(const struct strip *strip, const struct plot_series *series,
                      struct canvas_style style)
{
    for (size_t i = 1; i < series->count; i++) {
        const struct plot_row *a = series->at[i - 1], *b = series->at[i];
        if (is_number(a) && is_number(b) && b->columns == a->columns + 1)
            canvas_line(strip->canvas, x_of(strip, a), y_of(strip, a->range.lower), x_of(strip, b),
                        y_of(strip, b->range.lower), style);
    }
}

/* On paper of its own, so that no line goes through it. */
static void drawn_number(const struct strip *strip, double x, double y, bool bold, const char *text)
{
    double width = canvas_text_width(text, NUMBER_SIZE, bold) * 0.86;
    if (apart(strip->frame) < NUMBERS_APART)
        return;
    canvas_rect(strip->canvas, x - width / 2 - 1, y - NUMBER_SIZE * 0.8, width + 2,
                NUMBER_SIZE * 0.9, 2, (struct canvas_style){.fill = PAINT_PAPER});
    canvas_text(strip->canvas, x, y, NUMBER_SIZE, CANVAS_MIDDLE, PAINT_INK, bold, text);
}

static void draw_diamond(const struct strip *strip, double x, double y, double size)
{
    const double corners[8] = {x, y - size, x + size, y, x, y + size, x - size, y};
    struct canvas_style style = {.fill = strip->paint, .stroke = PAINT_INK, .width = 1};
    canvas_fan(strip->canvas, corners, 4, style);
}

/* One value: a dot, or a diamond where it differs. */
static void draw_dot(const struct strip *strip, const struct plot_row *row, bool differs)
{
    double x = x_of(strip, row), y = y_of(strip, row->range.lower);
    if (differs)
        draw_diamond(strip, x, y, strip->radius * 1.8);
    else
        canvas_circle(strip->canvas, x, y, strip->radius,
                      (struct canvas_style){strip->paint, 0, 0, 0});
    drawn_number(strip, x, y - strip->radius * 1.8 - 4, differs,
                 plot_groups_margin(row->range.lower));
}

/* From one bound to the other: dashed where it is not decided. */
static void draw_bar(const struct strip *strip, const struct plot_row *row, bool differs)
{
    double x = x_of(strip, row), low = y_of(strip, row->range.lower),
           high = y_of(strip, row->range.upper);
    struct canvas_style style = {.stroke = strip->paint, .width = 2, .dashed = !row->range.decided};
    struct canvas_style cap = {.stroke = strip->paint, .width = 2};
    canvas_line(strip->canvas, x, high, x, low, style);
    canvas_line(strip->canvas, x - strip->radius * 1.5, high, x + strip->radius * 1.5, high, cap);
    canvas_line(strip->canvas, x - strip->radius * 1.5, low, x + strip->radius * 1.5, low, cap);
    drawn_number(strip, x, high - 5, differs, plot_groups_margin(row->range.upper));
    drawn_number(strip, x, low + 13, differs, plot_groups_margin(row->range.lower));
    if (row->range.decided)
        return;
    canvas_circle(strip->canvas, x, (low + high) / 2, strip->radius * 1.7,
                  (struct canvas_style){PAINT_PAPER, strip->paint, 1, 0});
    canvas_text(strip->canvas, x, (low + high) / 2 + strip->radius * 0.95, strip->radius * 2.6,
                CANVAS_MIDDLE, PAINT_INK, true, "?");
}

static void draw_row(const struct strip *strip, const struct plot_series *series,
                     const struct plot_series *reference, const struct plot_row *row)
{
    const struct plot_row *same =
        reference != NULL ? plot_series_find(reference, row->columns) : NULL;
    bool differs = same != NULL && proved_range_differ(&same->range, &row->range);
    struct strbuf name = {0};
    strbuf_add(&name, "%dx%d, %s: ", row->rows, row->columns, series->rules);
    plot_groups_add_value(row, &name);
    if (same != NULL) {
        strbuf_add(&name, "; %s: ", reference->rules);
        plot_groups_add_value(same, &name);
    }
    strip->canvas->failed |= name.failed;
    canvas_begin(strip->canvas, name.chars != NULL ? name.chars : "");
    if (is_number(row))
        draw_dot(strip, row, differs);
    else
        draw_bar(strip, row, differs);
    canvas_end(strip->canvas);
    strbuf_release(&name);
}

void strip_draw(struct canvas *canvas, const struct strip_frame *frame, double y,
                const struct plot_series *series, const struct plot_series *reference,
                enum paint paint)
{
    struct strip_range range = strip_range_of(series, reference);
    double radius = apart(frame) / 5;
    struct strip strip = {canvas, frame, range, y, paint, radius < 3.5 ? radius : 3.5};
    draw_grid(&strip);
    if (reference != NULL)
        draw_line(&strip, reference,
                  (struct canvas_style){.stroke = PAINT_INK, .width = 1, .dashed = true});
    draw_line(&strip, series, (struct canvas_style){.stroke = paint, .width = 2});
    for (size_t i = 0; i < series->count; i++)
        draw_row(&strip, series, reference, series->at[i]);
}
