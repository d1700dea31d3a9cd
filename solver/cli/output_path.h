/* Where results are to go: what can be known to fail is told before hours of search. */
#ifndef SOLVER_CLI_OUTPUT_PATH_H
#define SOLVER_CLI_OUTPUT_PATH_H

#include "base/error.h"

/*
 * Can a file be written, or replaced, there? A NULL path is in order. Returns 0, -EINVAL (err names
 * the option) or -ENOMEM.
 */
int output_path_file(const char *option, const char *path, struct error *err);

/* The same of a folder, which may be missing if the one above it is there. */
int output_path_folder(const char *option, const char *path, struct error *err);

#endif
