/* Pictures of what the main verb found. */
#ifndef SOLVER_CLI_VERBS_SOLVE_PICTURE_H
#define SOLVER_CLI_VERBS_SOLVE_PICTURE_H

#include "base/error.h"
#include "base/strbuf.h"
#include "cli/picture_option.h"
#include "cli/solve_options.h"
#include "picture/picture.h"
#include "solve.h"

/* Writes the picture that options ask for. Returns 0 or a negative errno (err). */
int solve_picture_write(const struct solve_options *options, const struct solve_result *result,
                        struct error *err);

/*
 * Adds what a picture of a kind shows of a result: the position, its line, its boards. caption goes
 * above. Lines that are cut, or go on for ever, say so. Kinds that need more than that are the
 * caller's.
 */
void solve_picture_add(struct picture *picture, enum picture_kind kind,
                       const struct solve_result *result, const char *caption);

#endif
