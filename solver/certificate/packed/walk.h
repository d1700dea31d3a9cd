/*
 * The walk through the states of a strategy, as its check makes it (certificate/check/strategy):
 * where a reply is wanted, somebody is asked for it. Nothing is checked but that the replies can be
 * made; so it takes a tenth of the memory.
 */
#ifndef SOLVER_CERTIFICATE_PACKED_WALK_H
#define SOLVER_CERTIFICATE_PACKED_WALK_H

#include "certificate/format.h"
#include "certificate/packed/reply_model.h"

/* Chooses among the replies that may be made, points ascending, the pass last; at least one.
 * Returns which, or a negative number: the walk returns it. */
typedef int packed_choose(void *arg, const struct strategy_stones *stones, int player,
                          struct reply_play *plays, int count);

struct packed_walk {
    const struct certificate *certificate;
    const struct certificate_claim *claim; /* it rests on the strategy */
    const struct strategy_board *board;
    struct budget *budget;
    packed_choose *choose;
    void *arg;
    struct error *err;
};

/* Returns 0; -EINVAL (err); -ENOMEM; or what ended the budget (budget.h). */
int packed_walk_run(const struct packed_walk *walk);

#endif
