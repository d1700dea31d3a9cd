/*
 * A strategy followed in games by the executable rules. The states that it answers are found as
 * certificate/check/strategy/check.h tells it, but with the captures, kos, scores and
 * images of the slow rules; nothing of the checker is used.
 */
#ifndef TESTS_CERTIFICATES_STRATEGY_FOLLOW_H
#define TESTS_CERTIFICATES_STRATEGY_FOLLOW_H

#include "board/symmetry.h"
#include "certificate/format.h"
#include "certificate/write/write.h"
#include "rules/game.h"
#include "rules/history_model.h"

struct follow_state {
    uint64_t stones[2];
    int mover, ko; /* point + 1, or 0 */
    int reply;     /* of the attacker, for these stones; -1: not told yet */
    bool open;
};

/* What a certificate's word tells of its strategies. */
struct follow_kind {
    bool answered; /* a pass that frees a ko has a reply */
    bool living;   /* they end where their player lives with enough; then he passes */
};

struct follower {
    const struct graph *graph; /* borrowed */
    struct ruleset rules;
    struct history_model model;
    struct symmetries symmetries;
    size_t root_turn; /* the turn after which the strategy begins */
    int attacker, wanted;
    struct follow_kind kind;
    struct follow_state *states;
    uint32_t count, room;
    uint32_t *slots; /* number + 1 */

    /* Where replies come from: a certificate's bytes, or the dice, which write them. */
    const uint8_t *replies;
    size_t reply_count, used;
    struct bytes *invented; /* NULL: read */
    uint32_t states_max;    /* of invented ones */
    unsigned passes, kos;   /* how much their maker likes to pass, and to take kos */
    bool failed;
};

/*
 * Reads the replies of a claim of the game's start. Dies if they do not fit what is played; what
 * the checker accepts does. follower_release() it.
 */
void follower_read(struct follower *ret_follower, const struct game *game,
                   const struct certificate_claim *claim,
                   const struct certificate_strategy *strategy, struct follow_kind kind);

/*
 * Makes replies up, which mostly keep from bringing back what stands on the line but need not lead
 * to anything. Returns false if they did not come to an end. *ret_replies is to be freed in both
 * cases.
 */
bool follower_invent(const struct game *game, const struct certificate_claim *claim,
                     struct follow_kind kind, uint32_t states_max, struct bytes *ret_replies);

void follower_release(struct follower *follower);

/* The attacker's move where he is to move; false if the strategy has none. */
bool follower_reply(struct follower *follower, const struct game *game, struct move *ret_move);

/* The margin in the attacker's view as the board stands. */
int follower_margin(const struct follower *follower, const struct game *game);

#endif
