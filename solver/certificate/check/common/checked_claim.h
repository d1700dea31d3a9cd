/*
 * What the check of every kind of certificate does with claims before its nodes come in. The game
 * before a claim is replayed by the executable rules; how nodes bear claims out each kind says
 * itself.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_COMMON_CHECKED_CLAIM_H
#define SOLVER_CERTIFICATE_CHECK_COMMON_CHECKED_CLAIM_H

#include <stddef.h>

#include "base/error.h"
#include "certificate/format.h"
#include "certificate/replay.h"

/* Is anything claimed, and can the body have as many nodes as the header says? A node takes at
 * least node_bytes. Returns 0 or -EINVAL. */
int checked_claim_header(const struct certificate *certificate, size_t node_bytes,
                         struct error *err);

/* Returns -EINVAL, and says of which claim it is and why. */
int checked_claim_refuse(const struct certificate *certificate,
                         const struct certificate_claim *claim, const char *why, struct error *err);

/* Makes one of the moves that claims speak of. Returns 0, -EINVAL if it is not legal, or as
 * replay_play(). */
int checked_claim_play(struct replayed_game *replay, struct move move, struct error *err);

#endif
