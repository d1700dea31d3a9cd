/*
 * Another process that holds a lock: which it is, and whether it does anything. A process that was
 * stopped (Ctrl-Z) says so; one in a frozen container looks as if it slept, and for good.
 */
#ifndef SOLVER_STORE_FILE_HOLDER_H
#define SOLVER_STORE_FILE_HOLDER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct holder {
    pid_t pid; /* 0: it cannot be seen from here (another container, another machine) */
    char command[64];
    bool stopped;      /* by a signal, or by a debugger */
    bool working;      /* one of its threads runs, or waits for a disk */
    uint64_t switches; /* how often its threads were put to sleep and woken */
};

#define HOLDER_TEXT_MAX 112

/* Looks at the process; pid 0 or less: one that cannot be seen. Never fails: what is not known is
 * empty. */
void holder_look(pid_t pid, struct holder *ret_holder);

/* "process 123 (solve store check s)", or that it cannot be seen. Returns buffer. */
const char *holder_name(const struct holder *holder, char buffer[HOLDER_TEXT_MAX]);

/* Is it the same process, and did it do nothing from one look to the next? */
bool holder_is_lifeless(const struct holder *before, const struct holder *now);

#endif
