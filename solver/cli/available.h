/* The memory that a process may still take. */
#ifndef SOLVER_CLI_AVAILABLE_H
#define SOLVER_CLI_AVAILABLE_H

#include <stdint.h>

/*
 * The least of what the machine has available, what each of the process's cgroups (version 2 and 1)
 * and of those above them leaves, and what RLIMIT_AS and RLIMIT_DATA leave; in bytes. UINT64_MAX if
 * nothing of it can be read. proc and cgroups are the folders to read: "/proc", "/sys/fs/cgroup".
 */
uint64_t available_memory(const char *proc, const char *cgroups);

#endif
