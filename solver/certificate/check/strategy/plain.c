/* The replies of a certificate that is not packed. */

#include "certificate/check/strategy/check.h"

static int begin(void *arg, const struct strategy_task *task, struct certificate_cursor *cursor,
                 size_t *ret_count)
{
    struct strategy_plain *plain = arg;
    plain->used = 0;
    int r = certificate_next_strategy(task->certificate, cursor, &plain->strategy, task->err);
    *ret_count = r == 0 ? plain->strategy.count : 0;
    return r;
}

static int reply(void *arg, const struct strategy_task *task, const struct strategy_states *states,
                 const struct strategy_state *state)
{
    struct strategy_plain *plain = arg;
    const uint8_t *replies = plain->strategy.replies;
    (void)states;
    if (plain->used == plain->strategy.count)
        return strategy_refuse(task, &state->stones, "the replies come to an end");
    int point = replies[plain->used++];
    /* A reply is a byte. */
    budget_reach(task->budget, (uint64_t)(replies - task->certificate->body) + plain->used);
    return point;
}

static int end(void *arg, const struct strategy_task *task)
{
    const struct strategy_plain *plain = arg;
    return plain->used == plain->strategy.count
               ? 0
               : strategy_refuse(task, &task->root, "there are replies that answer nothing");
}

struct strategy_source strategy_source_plain(struct strategy_plain *plain)
{
    return (struct strategy_source){begin, reply, end, plain};
}
