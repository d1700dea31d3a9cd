/* Drawings as PNG and PDF. Only builds with cairo have it. */
#ifndef SOLVER_PICTURE_WITH_CAIRO_H
#define SOLVER_PICTURE_WITH_CAIRO_H

#include "picture/output.h"

/* Makes the file of a format that is not SVG in memory. Returns as output_bytes(). */
int with_cairo_bytes(const struct canvas *canvas, const struct output_sheet *sheet,
                     char **ret_bytes, size_t *ret_size);

#endif
