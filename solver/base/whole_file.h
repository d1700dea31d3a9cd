/* Files that are written whole or not at all. */
#ifndef SOLVER_BASE_WHOLE_FILE_H
#define SOLVER_BASE_WHOLE_FILE_H

#include <stddef.h>

#include "base/error.h"

/*
 * Writes size bytes to the file called path. Where the file system has files without a name the
 * bytes go to one, which is synchronised, then named beside path and renamed. So path is never half
 * of a file, an older one stays as it was until then, and a run that is killed leaves none. Returns
 * 0 or a negative errno, with a line in err that names path.
 */
int whole_file_write(const char *path, const void *bytes, size_t size, struct error *err);

#endif
