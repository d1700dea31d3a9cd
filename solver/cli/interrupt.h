/* Ctrl-C. The first one asks for a stop, which long-running code polls; the second kills. */
#ifndef SOLVER_CLI_INTERRUPT_H
#define SOLVER_CLI_INTERRUPT_H

#include <stdatomic.h>

/* True once Ctrl-C was pressed. Lock-free, so that a signal handler may set it and any thread may
 * read it. Only verbs with verb->interruptible get the handler. */
extern atomic_bool interrupt_requested;

#endif
