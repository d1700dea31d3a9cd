/* What each coalition of a game can force, asked one after the other. */
#ifndef SOLVER_CLI_VERBS_COALITION_ASK_H
#define SOLVER_CLI_VERBS_COALITION_ASK_H

#include "cli/progress.h"
#include "cli/run_limits.h"
#include "json/coalition_json.h"

/* Makes the list of what is asked of game: all coalitions, or the one of only if that is not 0.
 * What is counted are points, unless ret_list->payoff is set then. */
void coalition_ask_list(struct coalition_list *ret_list, const struct solve_game *game,
                        unsigned only, bool value_only);

/*
 * Asks for all of the list within limits, which are for all of them together; proofs, which take
 * what is proved, and progress may be NULL. Returns 0 also where it was stopped, -EINVAL or -ENOMEM
 * (err). coalition_ask_release() the list in either case.
 */
int coalition_ask(struct coalition_list *list, const struct run_limits *limits,
                  struct solve_coalition_proofs *proofs, struct progress *progress,
                  struct error *err);
void coalition_ask_release(struct coalition_list *list);

#endif
