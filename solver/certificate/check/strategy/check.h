/*
 * Checking certificates of strategies without repetition (format.h). A strategy says how one
 * player, the attacker, ends the game with a margin in his favour. No stone of his brings a board
 * back, and none of his opponent's does in a way that gains him anything. So one body often serves
 * under several rulesets, each of which is checked. strategy_soundness.md says why an accepted
 * strategy is a proof. Where there are moves before, no turn of the game so far may come back.
 *
 * A state is the stones, who moves, and the point that he may not play because of a ko, or none.
 * States that a symmetry of the board (not the swap of colours) maps to each other are one. The
 * check walks through the states depth first from that of the claim, whose ko is none, and what
 * follows a state is not looked at a second time. What it meets:
 *
 *   - The attacker is to move: the next reply is read, for the board as the walk came to it. He may
 *     pass where the board is worth enough to him: then the opponent moves, no ko. Or he places a
 *     stone: then the opponent moves, and may not take back a ko where the rules rule that out.
 *   - The opponent is to move: after each of his stones, points ascending, the attacker moves and
 *     does not take back a ko at once. Last his pass. Where the board is worth less than the claim,
 *     the attacker moves, no ko. Else the attacker passes, too: that is the end, but where play may
 *     still go on (two passes do not end the game, or a pass refreshes) and there was a ko, it goes
 *     on with the opponent to move and no ko; or, in a file of answered strategies, with the
 *     attacker to move and no ko, so that there is a reply.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_CHECK_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_CHECK_H

#include "certificate/check/strategy/moves.h"
#include "certificate/check/strategy/states.h"
#include "certificate/replay.h"

/* What a strategy is to show, as its check needs it. */
struct strategy_task {
    const struct certificate *certificate;
    const struct certificate_claim *claim; /* NULL: it is that of leaves */
    struct history_model model;
    struct strategy_terms terms;
    struct strategy_stones root;
    int to_move;
    struct replayed_game *replay; /* of a claim's check: the game up to where its walk begins */
    struct strategy_stones forbidden[2]; /* no stone of the strategy may make one of these boards */
    int forbidden_count;
    const struct strategy_source *source;
    struct certificate_cursor cursor; /* in the body: behind the strategies that were begun */
    struct budget *budget;
    struct error *err;
};

/*
 * Where the replies of strategies come from. What it says of them is not believed: whatever reply
 * comes is looked at, and a wrong count only wastes memory. Each returns a negative number, as
 * strategy_check() does, where it fails.
 */
struct strategy_source {
    /* Begins with the next strategy, at the cursor, and moves the cursor behind it. Returns 0; the
     * number of its replies, or so, goes to *ret_count. */
    int (*begin)(void *arg, const struct strategy_task *task, struct certificate_cursor *cursor,
                 size_t *ret_count);
    /* Returns the reply to a state, which was just met: a point, or points for a pass. */
    int (*reply)(void *arg, const struct strategy_task *task, const struct strategy_states *states,
                 const struct strategy_state *state);
    /* Ends a strategy, whose walk has come to its end. Returns 0 if all replies were wanted. */
    int (*end)(void *arg, const struct strategy_task *task);
    void *arg;
};

/* The replies of a certificate that is not packed, byte by byte. Begin with all zero. */
struct strategy_plain {
    struct certificate_strategy strategy;
    size_t used; /* of its replies */
};
struct strategy_source strategy_source_plain(struct strategy_plain *plain);

/* Says why the strategy is refused; err names the claim. Returns -EINVAL. */
int strategy_refuse(const struct strategy_task *task, const struct strategy_stones *stones,
                    const char *why);

/* Walks through all states from the root that states do not have yet; so a walk may begin at one
 * root after the other. Returns 0, -EINVAL (err), -ENOMEM or what ended the budget (budget.h). */
int strategy_walk(const struct strategy_task *task, struct strategy_states *states);

/* Does no board that the root leads to come back in a way that matters? All roots were walked from.
 * Returns as strategy_walk(). */
int strategy_check_returns(const struct strategy_task *task, const struct strategy_states *states);

/* As check_certificate(), for a file of strategies, whose replies come from source; or what ended
 * the budget (budget.h). */
int strategy_check(const struct certificate *certificate, const struct strategy_source *source,
                   struct budget *budget, struct error *err);

#endif
