/* Writing SVG. */
#include "picture/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/markup.h"

/* Colours that follow the screen are classes, which a style sheet sets where it is dark. Programs
 * that know no style sheets see the light ones. */
#define DARK "(prefers-color-scheme:dark)"

/* A number with two places at most: the same in every locale. */
static void add_number(struct strbuf *text, double number)
{
    long hundredths = lround(number * 100);
    const char *sign = hundredths < 0 ? "-" : "";
    hundredths = labs(hundredths);
    strbuf_add(text, "%s%ld", sign, hundredths / 100);
    if (hundredths % 100 != 0)
        strbuf_add(text, hundredths % 10 != 0 ? ".%02ld" : ".%ld",
                   hundredths % 10 != 0 ? hundredths % 100 : hundredths % 100 / 10);
}

static void add_attribute(struct strbuf *text, const char *name, double number)
{
    strbuf_add(text, " %s=\"", name);
    add_number(text, number);
    strbuf_add(text, "\"");
}

static void add_element(struct strbuf *text, const char *name, const char *chars)
{
    strbuf_add(text, "<%s>", name);
    markup_add(text, chars);
    strbuf_add(text, "</%s>", name);
}

static void add_style(struct strbuf *text, struct canvas_style style, enum paint_theme theme)
{
    if (theme == PAINT_AUTO && (style.fill != PAINT_NONE || style.stroke != PAINT_NONE)) {
        strbuf_add(text, " class=\"");
        if (style.fill != PAINT_NONE)
            strbuf_add(text, "solve-f%d", (int)style.fill);
        if (style.stroke != PAINT_NONE)
            strbuf_add(text, "%ssolve-s%d", style.fill != PAINT_NONE ? " " : "", (int)style.stroke);
        strbuf_add(text, "\"");
    }
    if (style.fill == PAINT_NONE)
        strbuf_add(text, " fill=\"none\"");
    else
        strbuf_add(text, " fill=\"#%06x\"", (unsigned)paint_rgb(theme, style.fill));
    if (style.stroke == PAINT_NONE)
        return;
    strbuf_add(text, " stroke=\"#%06x\"", (unsigned)paint_rgb(theme, style.stroke));
    add_attribute(text, "stroke-width", style.width);
    if (style.dashed)
        strbuf_add(text, " stroke-dasharray=\"4 3\"");
}

static void add_text(struct strbuf *text, const struct canvas_shape *shape, const char *chars,
                     enum paint_theme theme)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    strbuf_add(text, "<text");
    add_attribute(text, "x", shape->at[0]);
    add_attribute(text, "y", shape->at[1]);
    add_attribute(text, "font-size", shape->at[2]);
    if (shape->anchor != CANVAS_START)
        strbuf_add(text, " text-anchor=\"%s\"", anchors[shape->anchor]);
    if (shape->bold)
        strbuf_add(text, " font-weight=\"bold\"");
    add_style(text, shape->style, theme);
    strbuf_add(text, ">");
    markup_add(text, chars);
    strbuf_add(text, "</text>\n");
}

/* Appends the path of a curve or a polygon: its beginning, the letter, the rest. */
static void add_path(struct strbuf *text, const struct canvas_shape *shape, int numbers,
                     const char *letter, const char *end)
{
    strbuf_add(text, "<path d=\"M");
    for (int i = 0; i < numbers; i++) {
        strbuf_add(text, "%s", i == 2 ? letter : i > 0 ? " " : "");
        add_number(text, shape->at[i]);
    }
    strbuf_add(text, "%s\"", end);
}

static void add_shape(struct strbuf *text, const struct canvas_shape *shape, enum paint_theme theme)
{
    static const char *const rect[] = {"x", "y", "width", "height", "rx"};
    static const char *const circle[] = {"cx", "cy", "r"};
    static const char *const line[] = {"x1", "y1", "x2", "y2"};
    const char *const *names = NULL;
    int numbers = 0;
    if (shape->kind == CANVAS_RECT) {
        strbuf_add(text, "<rect");
        names = rect;
        numbers = shape->at[4] > 0 ? 5 : 4;
    } else if (shape->kind == CANVAS_CIRCLE) {
        strbuf_add(text, "<circle");
        names = circle;
        numbers = 3;
    } else if (shape->kind == CANVAS_LINE) {
        strbuf_add(text, "<line");
        names = line;
        numbers = 4;
    } else if (shape->kind == CANVAS_CURVE) {
        add_path(text, shape, 8, "C", "");
    } else {
        add_path(text, shape, 2 * shape->corners, "L", "Z");
    }
    for (int i = 0; i < numbers; i++)
        add_attribute(text, names[i], shape->at[i]);
    add_style(text, shape->style, theme);
    strbuf_add(text, "/>\n");
}

/* The style sheet of the colours that are used. */
static void add_sheet(struct strbuf *text, const struct canvas *canvas)
{
    bool fills[PAINT_COUNT] = {false}, strokes[PAINT_COUNT] = {false};
    for (size_t i = 0; i < canvas->count; i++) {
        fills[canvas->shapes[i].style.fill] = true;
        strokes[canvas->shapes[i].style.stroke] = true;
    }
    strbuf_add(text, "<style>@media " DARK "{");
    for (int p = PAINT_NONE + 1; p < PAINT_COUNT; p++) {
        unsigned dark = (unsigned)paint_rgb(PAINT_DARK, (enum paint)p);
        if (dark == (unsigned)paint_rgb(PAINT_LIGHT, (enum paint)p))
            continue;
        if (fills[p])
            strbuf_add(text, ".solve-f%d{fill:#%06x}", p, dark);
        if (strokes[p])
            strbuf_add(text, ".solve-s%d{stroke:#%06x}", p, dark);
    }
    strbuf_add(text, "}</style>\n");
}

static void add_head(struct strbuf *text, const struct canvas *canvas,
                     const struct output_sheet *sheet)
{
    strbuf_add(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ");
    add_number(text, canvas->width);
    strbuf_add(text, " ");
    add_number(text, canvas->height);
    strbuf_add(text, "\"");
    add_attribute(text, "width", canvas->width);
    add_attribute(text, "height", canvas->height);
    strbuf_add(text, " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n");
    if (sheet->title != NULL)
        add_element(text, "title", sheet->title);
    if (sheet->description != NULL)
        add_element(text, "desc", sheet->description);
    if (sheet->title != NULL || sheet->description != NULL)
        strbuf_add(text, "\n");
}

void svg_add(struct strbuf *text, const struct canvas *canvas, const struct output_sheet *sheet)
{
    add_head(text, canvas, sheet);
    if (sheet->theme == PAINT_AUTO)
        add_sheet(text, canvas);
    for (size_t i = 0; i < canvas->count; i++) {
        const struct canvas_shape *shape = &canvas->shapes[i];
        const char *chars = canvas->texts.chars + shape->text;
        if (shape->kind == CANVAS_BEGIN) {
            strbuf_add(text, "<g>");
            add_element(text, "title", chars);
            strbuf_add(text, "\n");
        } else if (shape->kind == CANVAS_END) {
            strbuf_add(text, "</g>\n");
        } else if (shape->kind == CANVAS_TEXT) {
            add_text(text, shape, chars, sheet->theme);
        } else {
            add_shape(text, shape, sheet->theme);
        }
    }
    strbuf_add(text, "</svg>\n");
}
