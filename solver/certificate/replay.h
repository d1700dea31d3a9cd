/*
 * A game that is replayed under the executable rules within a budget. Each rule looks through all
 * turns before, so a move costs as many steps as there are turns.
 */
#ifndef SOLVER_CERTIFICATE_REPLAY_H
#define SOLVER_CERTIFICATE_REPLAY_H

#include "certificate/budget.h"
#include "certificate/format.h"
#include "rules/game.h"

struct replayed_game {
    struct game game;
    struct budget *budget; /* borrowed */
    size_t counted;        /* bytes of the turns */
};

/* Starts a game at the certificate's start. Returns 0, -ENOMEM or what ended the budget.
 * replay_release() it. */
int replay_init(struct replayed_game *ret_replay, const struct certificate *certificate,
                struct budget *budget);
void replay_release(struct replayed_game *replay);

/* Makes a move. Returns as game_play(), which says what *ret_verdict is; or what ended the budget.
 */
int replay_play(struct replayed_game *replay, struct move move, struct verdict *ret_verdict);

/* Takes turns back until so many are left; at least 1, the start. */
void replay_go_back(struct replayed_game *replay, size_t turns);

#endif
