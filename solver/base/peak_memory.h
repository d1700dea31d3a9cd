/* The most memory that the process held so far. */
#ifndef SOLVER_BASE_PEAK_MEMORY_H
#define SOLVER_BASE_PEAK_MEMORY_H

#include <stddef.h>

/* In bytes; 0: it cannot be told. */
size_t peak_memory_read(void);

#endif
