/* What each coalition of a game can force, asked one after the other. */
#ifndef SOLVER_CLI_VERBS_COALITION_ASK_H
#define SOLVER_CLI_VERBS_COALITION_ASK_H

#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run_limits.h"
#include "json/coalition_json.h"

/* Reads --payoff; points if it is not given. Returns 0 or -EINVAL (err). */
int coalition_ask_payoff(const struct options *given, enum solve_payoff *ret_payoff,
                         struct error *err);

/* "points that a coalition gets against all others": what is counted, a constant. */
const char *coalition_ask_counted(enum solve_payoff payoff);

/*
 * Asks for all of the list within limits, which are for all of them together; proofs, which take
 * what is proved, and progress may be NULL. Returns 0 also where it was stopped, -EINVAL or -ENOMEM
 * (err). coalition_list_release() the list in either case.
 */
int coalition_ask(struct coalition_list *list, const struct run_limits *limits,
                  struct solve_coalition_proofs *proofs, struct progress *progress,
                  struct error *err);

#endif
