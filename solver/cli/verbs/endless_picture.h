/* Pictures of plays that never end. */
#ifndef SOLVER_CLI_VERBS_ENDLESS_PICTURE_H
#define SOLVER_CLI_VERBS_ENDLESS_PICTURE_H

#include "base/error.h"
#include "cli/picture_option.h"
#include "picture/picture.h"
#include "solve.h"

/* Writes the picture of the way and the cycle that were found, from start on; says so where none
 * was found. Returns 0 or a negative errno (err). */
int endless_picture_write(const struct picture_option *option, const struct solve_game *start,
                          const struct solve_endless *found, struct error *err);

#endif
