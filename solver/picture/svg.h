/* Drawings as SVG: text is text, groups have titles, and colours may follow the reader's screen. */
#ifndef SOLVER_PICTURE_SVG_H
#define SOLVER_PICTURE_SVG_H

#include "base/strbuf.h"
#include "picture/output.h"

/* Appends the file. */
void svg_add(struct strbuf *text, const struct canvas *canvas, const struct output_sheet *sheet);

#endif
