/*
 * How long to wait for another process, or for a child, and who hears of the waiting. A
 * process that was stopped (Ctrl-Z, a frozen container) may hold a lock for ever.
 */
#ifndef SOLVER_STORE_FILE_PATIENCE_H
#define SOLVER_STORE_FILE_PATIENCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct store_patience {
    const atomic_bool *interrupted; /* the user asked for a stop; NULL: he never does */
    double deadline;                /* of the run, by clock_now(); 0: none */
    /* Takes a line for the user, at once and from any thread. NULL: nobody hears of it. */
    void (*tell)(void *arg, const char *line);
    void *arg;
};

/* Is the run to end? patience may be NULL: never. */
bool patience_over(const struct store_patience *patience);

/* Tells the formatted line. patience may be NULL. */
void patience_tell(const struct store_patience *patience, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
