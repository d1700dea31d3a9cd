/* Exported records. */
#ifndef SOLVER_EXPLORE_EXPORT_RECORDED_H
#define SOLVER_EXPLORE_EXPORT_RECORDED_H

#include "explore/export/export.h"
#include "explore/export/known.h"

/* known may be NULL. As export_make(). */
int recorded_make(const struct export_asked *asked, const struct known *known, char **ret_bytes,
                  size_t *ret_size, struct query_fault *fault);

#endif
