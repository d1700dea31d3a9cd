/* A comparison of rulesets as SGF: compare --sgf-out. */
#ifndef SOLVER_CLI_VERBS_COMPARE_SGF_H
#define SOLVER_CLI_VERBS_COMPARE_SGF_H

#include "base/error.h"
#include "cli/verbs/compare.h"

/*
 * Writes the position and the best line under each ruleset to options->sgf_out: lines that part are
 * variations, which N names by their rulesets. The position's C has the values and the best plays;
 * LB what each play is worth under the first ruleset; SQ is on plays that another ruleset is proved
 * to value otherwise, MA on those that are not legal under all, TR on those that are best under
 * all. Returns 0 or a negative errno (err).
 */
int compare_sgf_write(const struct compare_options *options, const struct compared *list,
                      struct error *err);

#endif
