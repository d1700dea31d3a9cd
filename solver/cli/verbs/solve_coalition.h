/* Values by coalition, of games of two players and more: the main verb's other way to solve. */
#ifndef SOLVER_CLI_VERBS_SOLVE_COALITION_H
#define SOLVER_CLI_VERBS_SOLVE_COALITION_H

#include "cli/solve_options.h"

/* Reads --coalition and refuses what only games of two players have. Sets options->by_coalition
 * where the option is given or the rules have more players. Returns 0 or -EINVAL. */
int solve_coalition_read(struct solve_options *options, const struct options *given,
                         struct error *err);

/* Solves for one coalition or for all, and prints it. Returns an exit code. */
int solve_coalition_run(const struct solve_options *options, struct error *err);

#endif
