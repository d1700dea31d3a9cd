/* What the main verb does. */
#ifndef SOLVER_CLI_VERBS_SOLVE_RUN_H
#define SOLVER_CLI_VERBS_SOLVE_RUN_H

#include "cli/solve_options.h"

/* Solves, and prints the result. Returns an exit code (verb.h); for EXIT_FAILED and EXIT_USAGE err
 * holds the line that the caller prints. */
int solve_run(const struct solve_options *options, struct error *err);

#endif
