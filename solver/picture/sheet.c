/* Laying panels out. */
#include "picture/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define MARGIN 22.0
#define GAP_ACROSS 26.0
#define GAP_DOWN 20.0
#define TITLE_SIZE 17.0
/* A row holds what fits in this, or in the side of a sheet that is not too far from a square. */
#define ROW_WIDTH 780.0
#define NARROW 300.0 /* title and notes have that at least */
#define WIDE 620.0   /* for that a title does not break */

struct sheet_panel *sheet_add_panel(struct picture *picture)
{
    if (array_reserve(&picture->panels, picture->count + 1, &picture->room,
                      sizeof(*picture->panels)) < 0) {
        picture->failed = true;
        return NULL;
    }
    struct sheet_panel *panel = &picture->panels[picture->count++];
    *panel = (struct sheet_panel){0};
    return panel;
}

void sheet_add_caption(struct sheet_panel *panel, double x, double width, const char *caption)
{
    if (caption == NULL)
        return;
    panel->head = canvas_paragraph(&panel->canvas, x, SHEET_CAPTION_SIZE, width, SHEET_CAPTION_SIZE,
                                   CANVAS_START, PAINT_INK, true, caption) +
                  3;
}

void sheet_add_below(struct sheet_panel *panel, double x, double width, const char *text)
{
    panel->canvas.height +=
        3 + canvas_paragraph(&panel->canvas, x, panel->canvas.height + 3 + SHEET_NOTE_SIZE, width,
                             SHEET_NOTE_SIZE, CANVAS_START, PAINT_INK, false, text);
}

/* --- the legend --- */

#define SIGN 9.0 /* half of a sign */
#define SIGN_SIZE 12.0

enum sign { SIGN_BEST, SIGN_WORSE, SIGN_OPEN, SIGN_ILLEGAL, SIGN_DIFFERS };

static const char *const meanings[] = {
    [SIGN_BEST] = "one of the best plays",
    [SIGN_WORSE] = "worse: the more orange, the more is lost",
    [SIGN_OPEN] = "dashed: not proved",
    [SIGN_ILLEGAL] = "not legal",
    [SIGN_DIFFERS] = "not as under the first",
};

static void draw_sign(struct canvas *canvas, double x, double y, enum sign sign)
{
    const struct canvas_style line = {.stroke = PAINT_INK, .width = 1.6};
    if (sign == SIGN_BEST) {
        canvas_rect(canvas, x - SIGN, y - SIGN, 2 * SIGN, 2 * SIGN, 3,
                    (struct canvas_style){PAINT_HEAT, PAINT_STONE_RIM, 1.6, false});
    } else if (sign == SIGN_WORSE) {
        for (int i = 0; i < 3; i++)
            canvas_circle(canvas, x + (i - 1) * 8, y, SIGN - 2,
                          (struct canvas_style){(enum paint)(PAINT_HEAT + 2 * i + 2),
                                                PAINT_STONE_RIM, 0.8, false});
    } else if (sign == SIGN_OPEN) {
        canvas_circle(canvas, x, y, SIGN,
                      (struct canvas_style){PAINT_OPEN, PAINT_STONE_RIM, 1.4, true});
    } else if (sign == SIGN_ILLEGAL) {
        canvas_line(canvas, x - 4, y - 4, x + 4, y + 4, line);
        canvas_line(canvas, x - 4, y + 4, x + 4, y - 4, line);
    } else {
        canvas_circle(canvas, x, y, SIGN - 1, (struct canvas_style){.fill = PAINT_MARK});
        canvas_text(canvas, x, y + 4.5, 13, CANVAS_MIDDLE, PAINT_ON_MARK, true, "\u2260");
    }
}

/* Draws the signs that are used within width. Returns their height. */
static double draw_legend(struct canvas *canvas, const struct sheet_signs *signs, double top,
                          double width)
{
    const bool used[] = {[SIGN_BEST] = signs->best,
                         [SIGN_WORSE] = signs->worse,
                         [SIGN_OPEN] = signs->open,
                         [SIGN_ILLEGAL] = signs->illegal,
                         [SIGN_DIFFERS] = signs->differs};
    double x = 0, y = top + SIGN + 2;
    bool any = false;
    for (int s = 0; s <= SIGN_DIFFERS; s++) {
        double sign = s == SIGN_WORSE ? 34 : 2 * SIGN;
        double all = sign + 6 + canvas_text_width(meanings[s], SIGN_SIZE, false) + 18;
        if (!used[s])
            continue;
        if (x > 0 && x + all > width) {
            x = 0;
            y += 2 * SIGN + 6;
        }
        any = true;
        draw_sign(canvas, MARGIN + x + sign / 2, y, (enum sign)s);
        canvas_text(canvas, MARGIN + x + sign + 6, y + SIGN_SIZE * 0.36, SIGN_SIZE, CANVAS_START,
                    PAINT_INK, false, meanings[s]);
        x += all;
    }
    return any ? y + SIGN + 2 - top : 0;
}

/* --- rows --- */

static double row_width(const struct picture *picture)
{
    double area = 0, widest = 0;
    for (size_t i = 0; i < picture->count; i++) {
        const struct canvas *canvas = &picture->panels[i].canvas;
        area += (canvas->width + GAP_ACROSS) * (canvas->height + GAP_DOWN);
        widest = fmax(widest, canvas->width);
    }
    return fmax(widest, fmax(ROW_WIDTH, sqrt(area * 1.8)));
}

/* The first panel of the next row. */
static size_t end_of_row(const struct picture *picture, size_t first, double most)
{
    double width = picture->panels[first].canvas.width;
    size_t i = first + 1;
    for (; i < picture->count && !picture->panels[i].new_row; i++) {
        width += GAP_ACROSS + picture->panels[i].canvas.width;
        if (width > most + 0.5)
            break;
    }
    return i;
}

/* Draws a row; returns the y below. */
static double draw_row(const struct picture *picture, struct canvas *canvas, size_t first,
                       size_t end, double y)
{
    double x = MARGIN, head = 0, height = 0;
    const char *heading = picture->panels[first].heading;
    if (heading != NULL) {
        canvas_text(canvas, x, y + SHEET_CAPTION_SIZE, SHEET_CAPTION_SIZE, CANVAS_START, PAINT_INK,
                    true, heading);
        y += SHEET_CAPTION_SIZE * 1.6;
        canvas->width =
            fmax(canvas->width, canvas_text_width(heading, SHEET_CAPTION_SIZE, true) + 2 * MARGIN);
    }
    for (size_t i = first; i < end; i++)
        head = fmax(head, picture->panels[i].head);
    for (size_t i = first; i < end; i++) {
        const struct sheet_panel *panel = &picture->panels[i];
        canvas_append(canvas, &panel->canvas, x, y + head - panel->head);
        height = fmax(height, head - panel->head + panel->canvas.height);
        x += panel->canvas.width + GAP_ACROSS;
    }
    canvas->width = fmax(canvas->width, x - GAP_ACROSS + MARGIN);
    return y + height;
}

/* Appends all panels to canvas; returns the y below. */
static double draw_rows(const struct picture *picture, struct canvas *canvas, double y)
{
    double most = row_width(picture);
    for (size_t first = 0; first < picture->count;) {
        size_t end = end_of_row(picture, first, most);
        y = draw_row(picture, canvas, first, end, y) + (end < picture->count ? GAP_DOWN : 0);
        first = end;
    }
    return y;
}

/* Draws the notes; returns the y below. */
static double draw_notes(const struct picture *picture, struct canvas *canvas, double y,
                         double width)
{
    const char *notes = picture->notes.chars;
    for (size_t at = 0; at < picture->notes.length; at += strlen(notes + at) + 1)
        y += canvas_paragraph(canvas, MARGIN, y + SHEET_NOTE_SIZE, width, SHEET_NOTE_SIZE,
                              CANVAS_START, PAINT_FAINT, false, notes + at);
    return y;
}

void sheet_draw(const struct picture *picture, struct canvas *ret_canvas)
{
    struct canvas rows = {0}, all = {0};
    double y = MARGIN;
    double low = draw_rows(picture, &rows, 0);
    double title =
        picture->title != NULL ? canvas_text_width(picture->title, TITLE_SIZE, true) + 1 : 0;
    double width = fmax(rows.width - 2 * MARGIN, fmax(NARROW, fmin(title, WIDE)));
    all.width = width + 2 * MARGIN;
    struct canvas texts = {0};
    if (picture->title != NULL)
        y += canvas_paragraph(&texts, MARGIN, y + TITLE_SIZE * 0.85, width, TITLE_SIZE,
                              CANVAS_START, PAINT_INK, true, picture->title) +
             6;
    double boards = y;
    y += low;
    double legend = draw_legend(&texts, &picture->signs, y + 14, width);
    y += legend > 0 ? legend + 14 : 0;
    y = draw_notes(picture, &texts, y + (picture->notes.length > 0 ? 8 : 0), width);
    all.height = y + MARGIN;
    canvas_rect(&all, 0.5, 0.5, all.width - 1, all.height - 1, 8,
                (struct canvas_style){PAINT_PAPER, PAINT_RIM, 1, false});
    canvas_append(&all, &texts, 0, 0);
    canvas_append(&all, &rows, 0, boards);
    canvas_release(&texts);
    canvas_release(&rows);
    all.failed = all.failed || picture->failed || picture->notes.failed;
    *ret_canvas = all;
}
