/* The paths that results go to. They are checked before hours of search. */
#ifndef SOLVER_CLI_OUTPUT_PATH_H
#define SOLVER_CLI_OUTPUT_PATH_H

#include "base/error.h"
#include "cli/options.h"

/*
 * Can a file be written, or replaced, at path? NULL is allowed. Returns 0, -EINVAL (err names the
 * option) or -ENOMEM.
 */
int output_path_file(const char *option, const char *path, struct error *err);

/* The same, but what is no file (whole_file_is_stream()) is for whole_file_put(). */
int output_path_stream(const char *option, const char *path, struct error *err);

/* The same for a folder. It may be missing if its parent is there. */
int output_path_folder(const char *option, const char *path, struct error *err);

/* Makes the folder if it is missing; NULL is allowed. Returns 0 or a negative errno (err). */
int output_path_make_folder(const char *option, const char *path, struct error *err);

/*
 * Are the files that options name for output others than each other, and than those that options
 * name to be read? Returns 0, -EINVAL (err names two options) or -ENOMEM.
 */
int output_path_apart(const struct options *given, struct error *err);

#endif
