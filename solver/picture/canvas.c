/* Lists of shapes. */
#include "picture/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static struct canvas_shape *add(struct canvas *canvas, enum canvas_kind kind, const double *at,
                                int numbers, struct canvas_style style)
{
    if (array_reserve(&canvas->shapes, canvas->count + 1, &canvas->room, sizeof(*canvas->shapes)) <
        0) {
        canvas->failed = true;
        return NULL;
    }
    struct canvas_shape *shape = &canvas->shapes[canvas->count++];
    *shape = (struct canvas_shape){.kind = kind, .style = style};
    if (numbers > 0)
        memcpy(shape->at, at, (size_t)numbers * sizeof(*at));
    return shape;
}

void canvas_rect(struct canvas *canvas, double x, double y, double width, double height,
                 double radius, struct canvas_style style)
{
    const double at[] = {x, y, width, height, radius};
    add(canvas, CANVAS_RECT, at, 5, style);
}

void canvas_circle(struct canvas *canvas, double x, double y, double radius,
                   struct canvas_style style)
{
    const double at[] = {x, y, radius};
    add(canvas, CANVAS_CIRCLE, at, 3, style);
}

void canvas_line(struct canvas *canvas, double x, double y, double to_x, double to_y,
                 struct canvas_style style)
{
    const double at[] = {x, y, to_x, to_y};
    add(canvas, CANVAS_LINE, at, 4, style);
}

void canvas_curve(struct canvas *canvas, const double at[8], struct canvas_style style)
{
    add(canvas, CANVAS_CURVE, at, 8, style);
}

void canvas_fan(struct canvas *canvas, const double *at, int corners, struct canvas_style style)
{
    struct canvas_shape *shape = add(canvas, CANVAS_FAN, at, 2 * corners, style);
    if (shape != NULL)
        shape->corners = corners;
}

/* --- texts --- */

/* Keeps a copy. */
static size_t keep(struct canvas *canvas, const char *text)
{
    size_t begin = canvas->texts.length;
    canvas_clean(&canvas->texts, text);
    strbuf_add(&canvas->texts, "%c", '\0');
    return begin;
}

static void set_text(struct canvas *canvas, struct canvas_shape *shape, const char *text)
{
    if (shape == NULL)
        return;
    shape->text = keep(canvas, text);
    canvas->failed = canvas->failed || canvas->texts.failed;
}

void canvas_text(struct canvas *canvas, double x, double y, double size, enum canvas_anchor anchor,
                 enum paint paint, bool bold, const char *text)
{
    const double at[] = {x, y, size};
    struct canvas_shape *shape =
        add(canvas, CANVAS_TEXT, at, 3, (struct canvas_style){.fill = paint});
    if (shape == NULL)
        return;
    shape->anchor = anchor;
    shape->bold = bold;
    set_text(canvas, shape, text);
}

void canvas_begin(struct canvas *canvas, const char *name)
{
    set_text(canvas, add(canvas, CANVAS_BEGIN, NULL, 0, (struct canvas_style){0}), name);
}

void canvas_end(struct canvas *canvas)
{
    add(canvas, CANVAS_END, NULL, 0, (struct canvas_style){0});
}

/* --- together --- */

static void move_shape(struct canvas_shape *shape, double x, double y)
{
    int pairs = 1;
    if (shape->kind == CANVAS_LINE)
        pairs = 2;
    else if (shape->kind == CANVAS_CURVE)
        pairs = 4;
    else if (shape->kind == CANVAS_FAN)
        pairs = shape->corners;
    for (int i = 0; i < pairs; i++) {
        shape->at[2 * i] += x;
        shape->at[2 * i + 1] += y;
    }
}

void canvas_append(struct canvas *canvas, const struct canvas *other, double x, double y)
{
    canvas->failed = canvas->failed || other->failed;
    for (size_t i = 0; i < other->count && !canvas->failed; i++) {
        const struct canvas_shape *from = &other->shapes[i];
        struct canvas_shape *shape = add(canvas, from->kind, NULL, 0, from->style);
        if (shape == NULL)
            return;
        *shape = *from;
        if (from->kind == CANVAS_TEXT || from->kind == CANVAS_BEGIN)
            set_text(canvas, shape, other->texts.chars + from->text);
        move_shape(shape, x, y);
    }
}

void canvas_release(struct canvas *canvas)
{
    free(canvas->shapes);
    strbuf_release(&canvas->texts);
    *canvas = (struct canvas){0};
}
