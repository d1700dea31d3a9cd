/* Files that are written whole or not at all. */
#ifndef SOLVER_BASE_WHOLE_FILE_H
#define SOLVER_BASE_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * Writes size bytes to the file called path. Where the file system has files without a name the
 * bytes go to one, which is synchronised, then named beside path and renamed. So path is never half
 * of a file, an older one stays as it was until then, and a run that is killed leaves none. Who may
 * read an older one may read the new one; where path is a link to a file, that is replaced. A
 * folder or a device that is called path stays what it is. Returns 0, -EISDIR of a folder,
 * -EEXIST of a device, or another negative errno, with a line in err that names path.
 */
int whole_file_write(const char *path, const void *bytes, size_t size, struct error *err);

/* Is path no name that a file could take: a device, a pipe, or what this process has open
 * (/dev/stdout, /dev/fd/N), even where that is a file? */
bool whole_file_is_stream(const char *path);

/* May a stream be written into? */
bool whole_file_is_open(const char *path);

/* The same, but what goes to a stream is written into it, whole or not, and replaces nothing. It
 * may wait for who reads a pipe. */
int whole_file_put(const char *path, const void *bytes, size_t size, struct error *err);

/* --- the same for bytes that are not there all at once --- */

struct whole_file {
    int file;            /* to be written to, and to be read */
    char *path, *folder; /* what it is to be called, and where that is */
    char *name;          /* what it is called meanwhile; NULL: it has no name */
};

/* Begins a file that is to be called path. Returns 0, -EISDIR if that is a folder, -EEXIST if it is
 * a device or a pipe, or another negative errno. whole_file_end() or whole_file_drop() it. */
int whole_file_begin(struct whole_file *ret_whole, const char *path);

/* Writes at its end. Returns 0 or a negative errno. */
int whole_file_add(struct whole_file *whole, const void *bytes, size_t size);

/* Synchronises the file and gives it its name. Returns 0, or a negative errno: then there is no
 * such file, or the older one. */
int whole_file_end(struct whole_file *whole);

/* Removes it. One that is all zero is allowed. */
void whole_file_drop(struct whole_file *whole);

#endif
