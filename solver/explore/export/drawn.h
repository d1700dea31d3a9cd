/* Exported pictures. */
#ifndef SOLVER_EXPLORE_EXPORT_DRAWN_H
#define SOLVER_EXPLORE_EXPORT_DRAWN_H

#include "explore/export/export.h"
#include "explore/export/known.h"
#include "picture/output.h"

/* known may be NULL. As export_make(). */
int drawn_make(const struct export_asked *asked, const struct known *known,
               enum export_picture kind, enum output_format format, char **ret_bytes,
               size_t *ret_size, struct query_fault *fault);

#endif
