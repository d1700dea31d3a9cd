/* Failures of a run that has more than one thing to print and to write: what can be written is. */
#ifndef SOLVER_CLI_FAILURES_H
#define SOLVER_CLI_FAILURES_H

#include <stdbool.h>

#include "base/error.h"

struct failures {
    struct error *last; /* the line that is left to be printed by who gave it, if there is any */
    bool any;
};

/* Notes what went wrong where r is negative; then prints the line that was noted before. Returns r.
 */
int failures_note(struct failures *failures, int r, const struct error *why);

#endif
