/*
 * Files of a site: scripts, since a page that was opened as a file may load no others. What is
 * large is compressed. The bytes are the same whenever the same is written.
 */
#ifndef SOLVER_EXPLORE_SITE_SCRIPT_H
#define SOLVER_EXPLORE_SITE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/error.h"

/* Makes the folders that path, a file, is to lie in. Returns 0 or a negative errno (err). */
int script_make_folders(const char *path, struct error *err);

/*
 * Writes a script that calls "function" with data: as JSON, or, if packed, as a text, base64 of
 * what gzip makes of the JSON. Folders of the path are made. Returns the bytes of the file or a
 * negative errno (err).
 */
long script_write(const char *path, const char *function, const json_t *data, bool packed,
                  struct error *err);

/* Reads back what was written with packed false. Returns 0; -ENOENT: there is no file; -EBADMSG: it
 * is none of these; or another negative errno. */
int script_read(const char *path, const char *function, json_t **ret_data);

#endif
