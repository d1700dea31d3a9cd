/*
 * Interruption. Ctrl-C (SIGINT), SIGTERM and SIGHUP are treated alike. The first signal asks for a
 * stop: long-running code polls for it, then saves and prints what it has. The second signal kills.
 * If the reader of the output goes away (SIGPIPE), that asks for a stop, too, so that what is
 * proved is saved.
 */
#ifndef SOLVER_CLI_INTERRUPT_H
#define SOLVER_CLI_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "solve.h"

/* True once one of the signals came. It is lock-free: a signal handler may set it and any thread
 * may read it. Only verbs with verb->interruptible get the handler. */
extern atomic_bool interrupt_requested;

/* Returns the interrupt for the functions of solve.h; the signals request it, too. NULL before
 * interrupt_catch(). */
const struct solve_interrupt *interrupt_handle(void);

/* Installs the handlers. Called once, before there are threads. */
void interrupt_catch(void);

/* Says whether the program reads input at present. Reading may wait for ever (for a pipe that
 * nobody writes to), and there is nothing to save: then the first signal kills. */
void interrupt_while_reading(bool reading);

/* Returns why a run stopped, for people: "interrupted by SIGTERM"; "interrupted" if no signal came.
 */
const char *interrupt_text(void);

/* Is called after the output failed. If the reader went away the program dies of SIGPIPE, as other
 * programs do. Else this does nothing. */
void interrupt_end_of_pipe(void);

#endif
