/* Drawing with cairo. */
#include "picture/with_cairo.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Dots of PNG for a unit, so that small text is sharp. */
#define PNG_SCALE 2.0
/* What cairo's images hold at most, either way. */
#define PNG_SIDE_MAX 32000
/* A picture for people need not hold more dots; a compressed one of that size is some megabytes. */
#define PNG_DOTS_MAX 100000000.0
/* The largest page that readers of PDF show. */
#define PDF_SIDE_MAX 14400

/* The leak sanitizer asks a program what it shall not tell. Fontconfig and cairo keep what they
 * know of fonts until the process ends; to free it is safe only where no other thread draws. */
#ifdef __SANITIZE_ADDRESS__
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\nleak:libcairo\nleak:libexpat\nleak:libfreetype\n";
}
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

struct made_file {
    char *bytes;
    size_t size, room;
};

static cairo_status_t take(void *arg, const unsigned char *bytes, unsigned size)
{
    struct made_file *file = arg;
    if (array_reserve(&file->bytes, file->size + size, &file->room, 1) < 0)
        return CAIRO_STATUS_NO_MEMORY;
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
    return CAIRO_STATUS_SUCCESS;
}

static void set_paint(cairo_t *cairo, enum paint_theme theme, enum paint paint)
{
    uint32_t rgb = paint_rgb(theme, paint);
    cairo_set_source_rgb(cairo, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

static void path_rect(cairo_t *cairo, const double *at)
{
    double radius = at[4], x = at[0] + radius, y = at[1] + radius;
    double to_x = at[0] + at[2] - radius, to_y = at[1] + at[3] - radius;
    if (radius <= 0) {
        cairo_rectangle(cairo, at[0], at[1], at[2], at[3]);
        return;
    }
    cairo_arc(cairo, to_x, y, radius, -M_PI_2, 0);
    cairo_arc(cairo, to_x, to_y, radius, 0, M_PI_2);
    cairo_arc(cairo, x, to_y, radius, M_PI_2, M_PI);
    cairo_arc(cairo, x, y, radius, M_PI, 3 * M_PI_2);
    cairo_close_path(cairo);
}

static void path(cairo_t *cairo, const struct canvas_shape *shape)
{
    const double *at = shape->at;
    cairo_new_path(cairo);
    if (shape->kind == CANVAS_RECT) {
        path_rect(cairo, at);
    } else if (shape->kind == CANVAS_CIRCLE) {
        cairo_arc(cairo, at[0], at[1], at[2], 0, 2 * M_PI);
        cairo_close_path(cairo);
    } else {
        cairo_move_to(cairo, at[0], at[1]);
        if (shape->kind == CANVAS_LINE)
            cairo_line_to(cairo, at[2], at[3]);
        if (shape->kind == CANVAS_CURVE)
            cairo_curve_to(cairo, at[2], at[3], at[4], at[5], at[6], at[7]);
        for (int i = 1; shape->kind == CANVAS_FAN && i < shape->corners; i++)
            cairo_line_to(cairo, at[2 * i], at[2 * i + 1]);
        if (shape->kind == CANVAS_FAN)
            cairo_close_path(cairo);
    }
}

static void draw_shape(cairo_t *cairo, const struct canvas_shape *shape, enum paint_theme theme)
{
    static const double dashes[] = {4, 3};
    path(cairo, shape);
    if (shape->style.fill != PAINT_NONE) {
        set_paint(cairo, theme, shape->style.fill);
        cairo_fill_preserve(cairo);
    }
    if (shape->style.stroke != PAINT_NONE) {
        set_paint(cairo, theme, shape->style.stroke);
        cairo_set_line_width(cairo, shape->style.width);
        cairo_set_dash(cairo, dashes, shape->style.dashed ? 2 : 0, 0);
        cairo_stroke(cairo);
    }
}

static void draw_text(cairo_t *cairo, const struct canvas_shape *shape, const char *chars,
                      enum paint_theme theme)
{
    cairo_text_extents_t extents;
    double before = shape->anchor == CANVAS_START ? 0 : shape->anchor == CANVAS_MIDDLE ? 0.5 : 1;
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           shape->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, shape->at[2]);
    cairo_text_extents(cairo, chars, &extents);
    set_paint(cairo, theme, shape->style.fill);
    cairo_move_to(cairo, shape->at[0] - before * extents.x_advance, shape->at[1]);
    cairo_show_text(cairo, chars);
}

static cairo_status_t draw(cairo_surface_t *surface, const struct canvas *canvas,
                           enum paint_theme theme, double scale)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_font_options_t *options = cairo_font_options_create();
    /* What does not hang on the settings of a desktop. */
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    cairo_scale(cairo, scale, scale);
    for (size_t i = 0; i < canvas->count; i++) {
        const struct canvas_shape *shape = &canvas->shapes[i];
        if (shape->kind == CANVAS_TEXT)
            draw_text(cairo, shape, canvas->texts.chars + shape->text, theme);
        else if (shape->kind != CANVAS_BEGIN && shape->kind != CANVAS_END)
            draw_shape(cairo, shape, theme);
    }
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    return status;
}

static cairo_status_t make_png(const struct canvas *canvas, const struct output_sheet *sheet,
                               struct made_file *file)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)ceil(canvas->width * PNG_SCALE),
                                   (int)ceil(canvas->height * PNG_SCALE));
    cairo_status_t status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = draw(surface, canvas, sheet->theme, PNG_SCALE);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, take, file);
    cairo_surface_destroy(surface);
    return status;
}

static cairo_status_t make_pdf(const struct canvas *canvas, const struct output_sheet *sheet,
                               struct made_file *file)
{
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(take, file, canvas->width, canvas->height);
    /* No date: the same picture is the same file. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
    if (sheet->title != NULL)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, sheet->title);
    if (sheet->description != NULL)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, sheet->description);
    cairo_status_t status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = draw(surface, canvas, sheet->theme, 1);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status;
}

static bool is_too_large(const struct canvas *canvas, enum output_format format)
{
    double width = canvas->width, height = canvas->height;
    if (format == OUTPUT_PDF)
        return width > PDF_SIDE_MAX || height > PDF_SIDE_MAX;
    return width * PNG_SCALE > PNG_SIDE_MAX || height * PNG_SCALE > PNG_SIDE_MAX ||
           width * height * PNG_SCALE * PNG_SCALE > PNG_DOTS_MAX;
}

int with_cairo_bytes(const struct canvas *canvas, const struct output_sheet *sheet,
                     char **ret_bytes, size_t *ret_size)
{
    struct made_file file = {0};
    if (is_too_large(canvas, sheet->format))
        return -E2BIG;
    cairo_status_t status = sheet->format == OUTPUT_PNG ? make_png(canvas, sheet, &file)
                                                        : make_pdf(canvas, sheet, &file);
    if (status != CAIRO_STATUS_SUCCESS) {
        free(file.bytes);
        return status == CAIRO_STATUS_NO_MEMORY ? -ENOMEM : -EIO;
    }
    *ret_bytes = file.bytes;
    *ret_size = file.size;
    return 0;
}
