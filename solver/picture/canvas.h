/*
 * A drawing: a list of shapes and texts. Whoever draws does it once; output.h makes SVG, PNG or PDF
 * of it. Units are about points of print: x to the right, y down, from the top left corner.
 *
 * Running out of memory is remembered and reported once, by output.h.
 */
#ifndef SOLVER_PICTURE_CANVAS_H
#define SOLVER_PICTURE_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "picture/paint.h"

enum canvas_kind {
    CANVAS_RECT,   /* x y width height radius */
    CANVAS_CIRCLE, /* x y radius */
    CANVAS_LINE,   /* x y x y */
    CANVAS_CURVE,  /* from x y, by two control points, to x y */
    CANVAS_FAN,    /* a closed polygon of three or four corners: x y ... */
    CANVAS_TEXT,   /* x y size */
    CANVAS_BEGIN,  /* a group with a name, which screen readers and the mouse tell */
    CANVAS_END,
};

enum canvas_anchor { CANVAS_START, CANVAS_MIDDLE, CANVAS_STOP };

/* All zero: invisible. */
struct canvas_style {
    enum paint fill, stroke;
    double width; /* of the stroke */
    bool dashed;
};

struct canvas_shape {
    enum canvas_kind kind;
    double at[8];
    int corners; /* of a fan */
    struct canvas_style style;
    enum canvas_anchor anchor; /* of text */
    bool bold;
    size_t text; /* where it begins in texts, of text and groups */
};

/* All zero: an empty drawing. */
struct canvas {
    double width, height; /* set by whoever draws */
    struct canvas_shape *shapes;
    size_t count, room;
    struct strbuf texts; /* each with a final zero */
    bool failed;
};

void canvas_rect(struct canvas *canvas, double x, double y, double width, double height,
                 double radius, struct canvas_style style);
void canvas_circle(struct canvas *canvas, double x, double y, double radius,
                   struct canvas_style style);
void canvas_line(struct canvas *canvas, double x, double y, double to_x, double to_y,
                 struct canvas_style style);

/* at: x y of the beginning, of two control points, and of the end. */
void canvas_curve(struct canvas *canvas, const double at[8], struct canvas_style style);

/* A triangle or a quadrangle: x y of 3 or 4 corners. */
void canvas_fan(struct canvas *canvas, const double *at, int corners, struct canvas_style style);

/* A line of text with its foot at y. size is that of the letters. */
void canvas_text(struct canvas *canvas, double x, double y, double size, enum canvas_anchor anchor,
                 enum paint paint, bool bold, const char *text);

/* About how wide the text is; rather too wide. It is the same on every machine. */
double canvas_text_width(const char *text, double size, bool bold);

/* Text broken into lines at most so wide, where blanks allow it, the first with its foot at y.
 * Returns the height of the lines. */
double canvas_paragraph(struct canvas *canvas, double x, double y, double width, double size,
                        enum canvas_anchor anchor, enum paint paint, bool bold, const char *text);

/* Appends chars as pictures have them: with a sign for what is no character, and blanks for tabs
 * and the like. */
void canvas_clean(struct strbuf *text, const char *chars);

/* A group of what is drawn until canvas_end(), with a name such as "B2: +4, best". */
void canvas_begin(struct canvas *canvas, const char *name);
void canvas_end(struct canvas *canvas);

/* Draws all of other, moved by (x, y). */
void canvas_append(struct canvas *canvas, const struct canvas *other, double x, double y);

void canvas_release(struct canvas *canvas);

#endif
