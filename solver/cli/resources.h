/* What a run uses of the machine by default. */
#ifndef SOLVER_CLI_RESOURCES_H
#define SOLVER_CLI_RESOURCES_H

#include <stddef.h>
#include <stdint.h>

#define THREADS_MAX 1024

/* What --memory may be, in bytes. */
#define MEMORY_MIN (64u << 10)
#define MEMORY_MAX ((uint64_t)1 << 50)

/*
 * Where ranks of one machine have more threads than it has cores, threads that wait for each other
 * must not keep the cores from those that work: ranks by turns would take ten times as long. Then,
 * unless OMP_WAIT_POLICY says how threads wait, it is set to passive, and the program begins again
 * with the same arguments. Call it before resources_set_up(), with those of main().
 */
void resources_share_cores(int argc, char *const *argv);

/* Sets the allocator up so that freed memory goes back to the system, makes a limit of the size of
 * files an error instead of a signal, and keeps the numbers of closed standard streams from other
 * files. Call it before anything is opened. */
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
