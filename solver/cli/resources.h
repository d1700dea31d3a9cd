/* What of the machine a run uses unless it is told. */
#ifndef SOLVER_CLI_RESOURCES_H
#define SOLVER_CLI_RESOURCES_H

#include <stddef.h>
#include <stdint.h>

#define THREADS_MAX 1024

/* What --memory may be, in bytes. */
#define MEMORY_MIN (64u << 10)
#define MEMORY_MAX ((uint64_t)1 << 50)

/* Has the process take no more memory than it uses, nearly, and meet a limit of the size of files
 * as an error. To be called before all else. */
void resources_set_up(void);

/* The memory that the process may take, in bytes (cli/available.h). */
size_t resources_available(void);

/* The limit where --memory does not give one: half of that. */
size_t resources_memory(void);

/* All cores; 1 in a build without threads. */
int resources_threads(void);

#endif
