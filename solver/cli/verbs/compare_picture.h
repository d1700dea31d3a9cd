/* A position under several rulesets, side by side. */
#ifndef SOLVER_CLI_VERBS_COMPARE_PICTURE_H
#define SOLVER_CLI_VERBS_COMPARE_PICTURE_H

#include "base/error.h"
#include "cli/verbs/compare.h"

/* Writes the picture that options ask for. Returns 0 or a negative errno (err). */
int compare_picture_write(const struct compare_options *options, const struct compared *list,
                          struct error *err);

#endif
