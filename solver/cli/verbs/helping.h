/* Ranks that help rank 0 with the search that a verb asks for (ranks/ranks.h). */
#ifndef SOLVER_CLI_VERBS_HELPING_H
#define SOLVER_CLI_VERBS_HELPING_H

#include "cli/run_limits.h"

/*
 * Every rank calls this where it would search; the other functions are for rank 0. Does this rank
 * help? Then it has done so when this returns, and *ret_code is what it exits with.
 */
bool helping_serve(const struct run_limits *limits, int *ret_code);

/* The search of rank 0 is over: the others go. */
void helping_end(void);

#endif
