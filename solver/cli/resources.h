/* What of the machine a run uses unless it is told. */
#ifndef SOLVER_CLI_RESOURCES_H
#define SOLVER_CLI_RESOURCES_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "cli/options.h"

#define THREADS_MAX 1024

/* Has the process take no more memory than it uses, nearly, and meet a limit of the size of files
 * as an error. To be called before all else. */
void resources_set_up(void);

/* What --memory is in a line of help: the limit, and what it is where it is not given. */
#define MEMORY_HELP "bytes, or with K, M or G: 512M; default: half of what is available"

/* The memory that the process may take, in bytes (cli/available.h). */
size_t resources_available(void);

/* The limit where --memory does not give one: half of that. */
size_t resources_memory(void);

/* All cores; 1 in a build without threads. */
int resources_threads(void);

/*
 * Read the values of options by these names; NULL gives 0. Return 0 or -EINVAL (err names the
 * option, the value and what is wanted).
 */
int resources_read_threads(const char *value, int *ret_threads, struct error *err);
int resources_read_memory(const char *value, uint64_t *ret_bytes, struct error *err);
int resources_read_max_nodes(const char *value, uint64_t *ret_nodes, struct error *err);
int resources_read_seconds(const char *name, const char *value, double *ret_seconds,
                           struct error *err);

#endif
