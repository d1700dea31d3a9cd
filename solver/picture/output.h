/*
 * Drawings as files: SVG, in which text is text and which follows the reader's light or dark
 * screen; PNG; PDF. The bytes hang on nothing but the drawing, the libraries and the fonts.
 *
 * SVG is written here. PNG and PDF need cairo, which a build may lack.
 */
#ifndef SOLVER_PICTURE_OUTPUT_H
#define SOLVER_PICTURE_OUTPUT_H

#include <stddef.h>

#include "base/error.h"
#include "picture/canvas.h"

enum output_format { OUTPUT_SVG, OUTPUT_PNG, OUTPUT_PDF };

/* What a file is to look like, besides its drawing. */
struct output_sheet {
    enum output_format format;
    enum paint_theme theme;
    const char *title;       /* one line, of the file; NULL: none */
    const char *description; /* what is to be seen, for those who cannot; NULL: none */
};

/* Which format the end of a path names. Returns 0, or -EINVAL: none (err: "wanted ..."); -ENOTSUP:
 * this build cannot write it (err). */
int output_format_of(const char *path, enum output_format *ret_format, struct error *err);

/* The file in memory; *ret_bytes is the caller's: free(). SVG ends with a newline. Returns 0,
 * -ENOMEM, -ENOTSUP (this build has no such format) or -E2BIG (too large for PNG, or for PDF). */
int output_bytes(const struct canvas *canvas, const struct output_sheet *sheet, char **ret_bytes,
                 size_t *ret_size);

/* Writes the file whole or not at all. Returns as output_bytes(), or the negative errno of writing
 * (err names path). */
int output_file(const struct canvas *canvas, const struct output_sheet *sheet, const char *path,
                struct error *err);

#endif
