/* Formats and files. */
#include "picture/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/whole_file.h"
#include "picture/svg.h"
#include "picture/with_cairo.h"

#ifdef SOLVE_PICTURES
#define HAS_CAIRO true
#else
#define HAS_CAIRO false
#endif

int output_format_of(const char *path, enum output_format *ret_format, struct error *err)
{
    static const char *const endings[] = {".svg", ".png", ".pdf"};
    size_t length = strlen(path);
    for (int i = 0; i < 3; i++) {
        if (length <= 4 || strcasecmp(path + length - 4, endings[i]) != 0 ||
            path[length - 5] == '/')
            continue;
        if (i != OUTPUT_SVG && !HAS_CAIRO)
            return error_set(err, -ENOTSUP,
                             "this build has SVG only: wanted a name ending in .svg");
        *ret_format = (enum output_format)i;
        return 0;
    }
    return error_set(err, -EINVAL, "wanted a name ending in .svg, .png or .pdf");
}

static int svg_bytes(const struct canvas *canvas, const struct output_sheet *sheet,
                     char **ret_bytes, size_t *ret_size)
{
    struct strbuf text = {0};
    svg_add(&text, canvas, sheet);
    if (text.failed) {
        strbuf_release(&text);
        return -ENOMEM;
    }
    size_t size = text.length;
    char *bytes = strbuf_take(&text);
    if (bytes == NULL)
        return -ENOMEM;
    *ret_bytes = bytes;
    *ret_size = size;
    return 0;
}

static int make_bytes(const struct canvas *canvas, const struct output_sheet *sheet,
                      char **ret_bytes, size_t *ret_size)
{
    if (sheet->format == OUTPUT_SVG)
        return svg_bytes(canvas, sheet, ret_bytes, ret_size);
#ifdef SOLVE_PICTURES
    return with_cairo_bytes(canvas, sheet, ret_bytes, ret_size);
#else
    return -ENOTSUP;
#endif
}

int output_bytes(const struct canvas *canvas, const struct output_sheet *sheet, char **ret_bytes,
                 size_t *ret_size)
{
    struct strbuf title = {0}, description = {0};
    struct output_sheet clean = *sheet;
    if (sheet->title != NULL)
        canvas_clean(&title, sheet->title);
    if (sheet->description != NULL)
        canvas_clean(&description, sheet->description);
    clean.title = title.chars;
    clean.description = description.chars;
    int r = canvas->failed || title.failed || description.failed
                ? -ENOMEM
                : make_bytes(canvas, &clean, ret_bytes, ret_size);
    strbuf_release(&title);
    strbuf_release(&description);
    return r;
}

/* What is wrong where no file can be made. */
static const char *refusal(int r)
{
    if (r == -E2BIG)
        return "the picture is too large for this format: wanted SVG, or less in it";
    return r == -ENOTSUP  ? "this build has SVG only"
           : r == -ENOMEM ? "out of memory"
                          : strerror(-r);
}

int output_file(const struct canvas *canvas, const struct output_sheet *sheet, const char *path,
                struct error *err)
{
    char *bytes;
    size_t size;
    int r = output_bytes(canvas, sheet, &bytes, &size);
    if (r < 0)
        return error_set(err, r, "cannot write %.200s: %s", path, refusal(r));
    r = whole_file_write(path, bytes, size, err);
    free(bytes);
    return r;
}
