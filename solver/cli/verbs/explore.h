/* The parts of the verb explore. */
#ifndef SOLVER_CLI_VERBS_EXPLORE_H
#define SOLVER_CLI_VERBS_EXPLORE_H

#include "base/error.h"
#include "cli/options.h"

/* Serves the page until a signal comes. Returns an exit code (verb.h). */
int explore_serve(const struct options *given, struct error *err);

/*
 * What follows the page's URL so that it shows the game which the options name: "" if they name
 * none, else "#board=2x3&rules=...". The text is the caller's. Returns 0, -EINVAL (err) or -ENOMEM.
 */
int explore_fragment(const struct options *given, char **ret_fragment, struct error *err);

#endif
