/*
 * Being asked to stop, by Ctrl-C (SIGINT), SIGTERM or SIGHUP, which are treated alike: the first
 * asks for a stop, which long-running code polls to save and print what it has; the second kills. A
 * reader of the output who goes away (SIGPIPE) asks for a stop, too, so that what is proved
 * is saved.
 */
#ifndef SOLVER_CLI_INTERRUPT_H
#define SOLVER_CLI_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "solve.h"

/* True once one of the signals came. Lock-free, so that a signal handler may set it and any thread
 * may read it. Only verbs with verb->interruptible get the handler. */
extern atomic_bool interrupt_requested;

/* The same for what solve.h offers: requested when interrupt_requested is set. NULL before
 * interrupt_catch(). */
const struct solve_interrupt *interrupt_handle(void);

/* Installs the handlers. Called once, before there are threads. */
void interrupt_catch(void);

/* Between reading = true and false input is read, by calls that may wait for ever (a pipe that
 * nobody writes to), and there is nothing to save: the first signal kills. */
void interrupt_while_reading(bool reading);

/* Why a run stopped, for people: "interrupted by SIGTERM"; "interrupted" if no signal came. */
const char *interrupt_text(void);

/* After the output failed: dies of SIGPIPE, as a program does whose reader went away, if that is
 * why. Else does nothing. */
void interrupt_end_of_pipe(void);

#endif
