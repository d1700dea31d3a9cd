/* What a run uses of the machine by default. */
#ifndef SOLVER_CLI_RESOURCES_H
#define SOLVER_CLI_RESOURCES_H

#include <stddef.h>
#include <stdint.h>

#define THREADS_MAX 1024

/* What --memory may be, in bytes. */
#define MEMORY_MIN (64u << 10)
#define MEMORY_MAX ((uint64_t)1 << 50)

/* Sets the allocator up so that freed memory goes back to the system, makes a limit of the size of
 * files an error instead of a signal, and keeps the numbers of closed standard streams from other
 * files. Call it before all else. */
void resources_set_up(void);

/* Returns the memory that the process may take, in bytes (cli/available.h). */
size_t resources_available(void);

/* Returns half of that, shared with the other ranks on this machine: the limit where --memory gives
 * none. */
size_t resources_memory(void);

/* Returns the number of cores, shared with the other ranks on this machine; 1 in a build without
 * threads. */
int resources_threads(void);

#endif
