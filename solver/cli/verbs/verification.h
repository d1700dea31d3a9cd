/* What a check of a certificate found, printed. */
#ifndef SOLVER_CLI_VERBS_VERIFICATION_H
#define SOLVER_CLI_VERBS_VERIFICATION_H

#include "base/error.h"
#include "cli/progress.h"
#include "cli/run_limits.h"
#include "solve-check.h"

struct verification {
    const char *path;
    bool json;
    struct solve_check *check; /* was run, unless the file could not be read */
    struct run_limits limits;
    struct progress progress; /* of limits */
    struct error why;         /* unless it is accepted */
    double seconds;
};

/* For people, what an accepted certificate proves. */
void verification_print(const struct verification *done);

/*
 * One JSON object on one line, with all keys whatever the verdict is: null stands for what is not
 * known. Returns 0 or a negative errno (err).
 */
int verification_print_json(const struct verification *done, struct error *err);

#endif
