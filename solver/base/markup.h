/* Text in HTML and SVG. */
#ifndef SOLVER_BASE_MARKUP_H
#define SOLVER_BASE_MARKUP_H

#include "base/strbuf.h"

/* Adds chars so that HTML and XML show them as they are, as text or in a quoted attribute. */
void markup_add(struct strbuf *text, const char *chars);

#endif
