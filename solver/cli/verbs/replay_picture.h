/* Pictures of replayed games. */
#ifndef SOLVER_CLI_VERBS_REPLAY_PICTURE_H
#define SOLVER_CLI_VERBS_REPLAY_PICTURE_H

#include "base/error.h"
#include "cli/picture_option.h"
#include "cli/verbs/replay_judge.h"

/* Writes the picture of a game. Returns 0 or a negative errno (err). */
int replay_picture_write(const struct picture_option *option, const struct replayed *replay,
                         struct error *err);

/* The same of a game under several rulesets. */
int replay_picture_write_judge(const struct picture_option *option, const struct judge *judge,
                               struct error *err);

#endif
