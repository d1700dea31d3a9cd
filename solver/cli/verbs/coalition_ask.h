/* What each coalition of a game can force, asked one after the other. */
#ifndef SOLVER_CLI_VERBS_COALITION_ASK_H
#define SOLVER_CLI_VERBS_COALITION_ASK_H

#include "cli/progress.h"
#include "cli/run_limits.h"
#include "json/coalition_json.h"

/*
 * Asks for all of the list within limits, which are for all of them together; proofs, which take
 * what is proved, and progress may be NULL. Returns 0 also where it was stopped, -EINVAL or -ENOMEM
 * (err). coalition_list_release() the list in either case.
 */
int coalition_ask(struct coalition_list *list, const struct run_limits *limits,
                  struct solve_coalition_proofs *proofs, struct progress *progress,
                  struct error *err);

#endif
