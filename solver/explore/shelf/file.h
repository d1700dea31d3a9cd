/* Reading a file of a folder whole. */
#ifndef SOLVER_EXPLORE_SHELF_FILE_H
#define SOLVER_EXPLORE_SHELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* May name stand behind a folder: is it one file's, and none that begins with a dot? */
bool file_name_is_plain(const char *name);

/* FOLDER/NAME and ending. NULL: no memory; the caller free()s it. */
char *file_path(const char *folder, const char *name, const char *ending);

/* Reads a regular file of at most max bytes; a zero follows them. *ret_bytes is the caller's:
 * free(). Returns 0, -EFBIG, or another negative errno; err names the path. */
int file_read(const char *path, size_t max, uint8_t **ret_bytes, size_t *ret_size,
              struct error *err);

#endif
