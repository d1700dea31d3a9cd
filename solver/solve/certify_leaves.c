/* The strategies of a certificate's leaves. */
#include "solve/certify_leaves.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "solve/strategy_leaves.h"

/* The strategy of a margin. */
struct leaf_strategy {
    bool tried;
    enum stop_reason why; /* STOP_NONE: it is made */
    struct reply_memory replies;
    struct bytes bytes; /* as the file has them */
};

struct leaf_strategies {
    struct solver *solver;
    struct trace_writer *writer;
    struct trace_bounds *rests; /* by node: the margins of leaves that it rests on */
    struct leaf_strategy by_number[TRACE_BOUNDS_MOST];
    struct strategy_patience patience;
    bool cut;
};

/* Makes the strategy of a margin for all leaves that have it; again without tables. Returns 0 or a
 * negative errno. */
static int make(struct leaf_strategies *strategies, int number)
{
    struct leaf_strategy *strategy = &strategies->by_number[number];
    struct trace_writer leaves = {.positions = strategies->writer->positions};
    int r = trace_writer_take_leaves(&leaves, strategies->writer, number);
    size_t nodes = leaves.body.size;
    if (r == 0)
        r = strategy_leaves_write(strategies->solver, (uint32_t)leaves.node_count, &leaves.body,
                                  &strategies->patience, &strategy->replies);
    strategy->bytes.size = 0;
    if (r == 0)
        bytes_put(&strategy->bytes, leaves.body.data + nodes, leaves.body.size - nodes);
    trace_writer_release(&leaves);
    return r == 0 && strategy->bytes.failed ? -ENOMEM : r;
}

/* The same once. Returns why there is none. */
static enum stop_reason find(struct leaf_strategies *strategies, int number)
{
    struct leaf_strategy *strategy = &strategies->by_number[number];
    if (strategy->tried)
        return strategy->why;
    strategy->tried = true;
    int r = number == TRACE_BOUNDS_NONE ? -EINVAL : make(strategies, number);
    enum stop_reason stopped = strategies->solver->search.stopped;
    strategy->why = r == 0                                ? STOP_NONE
                    : r == -ENOMEM                        ? STOP_MEMORY
                    : r == -EINTR && stopped != STOP_NONE ? stopped
                                                          : STOP_UNDECIDED;
    strategies->cut = strategies->cut || r == -EINTR;
    return strategy->why;
}

/* Makes what a claim rests on. Returns why that cannot be done; then no more than the first that
 * cannot is tried. */
static enum stop_reason make_for(struct leaf_strategies *strategies, const struct wanted *one)
{
    const struct trace_bounds *rests = &strategies->rests[one->claim.node];
    enum stop_reason why = STOP_NONE;
    for (int number = 0; number < TRACE_BOUNDS_MOST && why == STOP_NONE; number++)
        if (trace_bounds_has(rests, number))
            why = find(strategies, number);
    return why;
}

/* Writes the nodes anew, those alone that prove something yet, and the strategies of the leaves
 * that are left. */
static int write_anew(struct leaf_strategies *strategies, const struct wanted_list *wanted,
                      const struct trace_bounds *used)
{
    struct trace_writer anew = {.positions = strategies->writer->positions};
    trace_writer_release(strategies->writer);
    *strategies->writer = anew;
    int r = wanted_write(wanted, strategies->writer);
    for (int number = 0; number < TRACE_BOUNDS_MOST && r == 0; number++)
        if (trace_bounds_has(used, number))
            r = make(strategies, number);
    return r;
}

/* Makes what is wanted, and writes it. */
static int make_all(struct leaf_strategies *strategies, const struct wanted_list *wanted)
{
    struct trace_bounds used = {{0}};
    struct bytes *body = &strategies->writer->body;
    bool all = true;
    for (size_t i = 0; i < wanted->count; i++) {
        struct wanted *one = &wanted->list[i];
        if (!wanted_is_proved(one))
            continue;
        one->why = make_for(strategies, one);
        if (one->why == STOP_NONE)
            trace_bounds_join(&used, &strategies->rests[one->claim.node]);
        all = all && one->why == STOP_NONE;
    }
    int r = all ? 0 : write_anew(strategies, wanted, &used);
    for (int number = 0; number < TRACE_BOUNDS_MOST && r == 0; number++) {
        const struct bytes *bytes = &strategies->by_number[number].bytes;
        if (trace_bounds_has(&used, number))
            bytes_put(body, bytes->data, bytes->size);
    }
    return r == 0 && body->failed ? -ENOMEM : r;
}

int certify_leaves(struct solver *solver, const struct wanted_list *wanted,
                   struct trace_writer *writer, bool *ret_cut)
{
    struct leaf_strategies *strategies = calloc(1, sizeof(*strategies));
    if (strategies == NULL)
        return -ENOMEM;
    strategies->solver = solver;
    strategies->writer = writer;
    strategies->rests = trace_writer_bounds(writer);
    int r = strategies->rests != NULL ? make_all(strategies, wanted) : -ENOMEM;
    *ret_cut = strategies->cut;
    for (int number = 0; number < TRACE_BOUNDS_MOST; number++) {
        reply_memory_release(&strategies->by_number[number].replies);
        bytes_release(&strategies->by_number[number].bytes);
    }
    free(strategies->rests);
    free(strategies);
    return r;
}
