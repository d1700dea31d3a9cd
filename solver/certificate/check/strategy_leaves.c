/* Checking the strategies that leaves rest on, and which turns they may come to. */
#include "certificate/check/strategy_leaves.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A leaf's state in its winner's view, who is Black there. */
struct leaf {
    struct strategy_stones stones;
    int mover, bound;
};

/* The strategies under check. */
struct leaf_check {
    struct strategy_leaves *leaves;
    struct strategy_task task;
    struct leaf *list; /* in the order of the nodes */
    size_t count, room;
};

/* The stones as the winner sees them who is Black then. */
static struct strategy_stones seen_by(const uint64_t stones[2], int winner)
{
    return (struct strategy_stones){{stones[winner], stones[!winner]}};
}

static int add_leaf(struct leaf_check *check, const struct certificate_node *node, uint32_t number)
{
    int points = check->leaves->board.points;
    if (node->denies)
        return error_set(check->task.err, -EINVAL, "node %u: a strategy forces", number);
    if (abs(node->bound) > points)
        return error_set(check->task.err, -EINVAL, "node %u: no strategy is for such a bound",
                         number);
    int r = budget_reserve(check->task.budget, &check->list, check->count + 1, &check->room,
                           sizeof(*check->list));
    if (r == 0)
        check->list[check->count++] = (struct leaf){seen_by(node->stones, node->winner),
                                                    node->mover ^ node->winner, node->bound};
    return r;
}

/* Finds all leaves. */
static int read_leaves(struct leaf_check *check)
{
    const struct certificate *certificate = check->task.certificate;
    struct certificate_cursor cursor = {0};
    for (uint32_t n = 0; n < certificate->node_count; n++) {
        struct certificate_node node;
        int r = certificate_next_node(certificate, &cursor, &node, check->task.err);
        if (r == 0)
            r = budget_work(check->task.budget, 10);
        if (r == 0 && node.type == CERTIFICATE_STRATEGY_LEAF)
            r = add_leaf(check, &node, n);
        if (r < 0)
            return r;
    }
    return 0;
}

/* Does something from each leaf with the task's margin, one after the other. */
static int from_leaves(struct leaf_check *check, struct strategy_states *states,
                       int (*from)(const struct strategy_task *, struct strategy_states *))
{
    int r = 0;
    for (size_t i = 0; i < check->count && r == 0; i++) {
        if (check->list[i].bound != check->task.terms.wanted)
            continue;
        check->task.root = check->list[i].stones;
        check->task.to_move = check->list[i].mover;
        r = from(&check->task, states);
    }
    return r;
}

static int look_at_returns(const struct strategy_task *task, struct strategy_states *states)
{
    return strategy_check_returns(task, states);
}

/* Checks the next strategy, that of a bound. */
static int check_strategy(struct leaf_check *check, int bound, struct strategy_states *states)
{
    struct strategy_task *task = &check->task;
    const struct strategy_source *source = task->source;
    size_t count = 0;
    task->terms.wanted = bound;
    states->budget = task->budget;
    int r = source->begin(source->arg, task, &task->cursor, &count);
    if (r == 0)
        r = strategy_states_init(states, task->terms.board, count, task->budget);
    if (r == 0)
        r = from_leaves(check, states, strategy_walk);
    if (r == 0)
        r = source->end(source->arg, task);
    return r == 0 ? from_leaves(check, states, look_at_returns) : r;
}

/* Checks the strategies of all bounds that leaves have, least first. */
static int check_strategies(struct leaf_check *check)
{
    int points = check->leaves->board.points, r = 0;
    for (int bound = -points; bound <= points && r == 0; bound++) {
        bool any = false;
        for (size_t i = 0; i < check->count && !any; i++)
            any = check->list[i].bound == bound;
        r = budget_work(check->task.budget, 10 + check->count);
        if (r == 0 && any)
            r = check_strategy(check, bound,
                               &check->leaves->reach[strategy_leaves_number(check->leaves, bound)]);
    }
    if (r == 0 && check->task.cursor.at != check->task.certificate->body_size)
        return error_set(check->task.err, -EINVAL, "the body goes on behind the last strategy");
    return r;
}

/* The rules that soundness.md argues for, and what they say of strategies. */
static int set_rules(struct strategy_task *task)
{
    const struct ruleset *rules = &task->certificate->rules;
    if (rules->family->remove_cycle == NULL)
        rules->family->describe(rules, &task->model);
    if (!task->model.strategies || task->model.simple_ko)
        return error_set(task->err, -EINVAL,
                         "under these rules no strategy goes on where play has come to");
    strategy_terms_set_rules(&task->terms, &task->model);
    return 0;
}

int strategy_leaves_check(struct strategy_leaves *ret_leaves, const struct certificate *certificate,
                          size_t end, const struct strategy_source *source, struct budget *budget,
                          struct error *err)
{
    struct strategy_leaves *leaves = ret_leaves;
    memset(leaves, 0, sizeof(*leaves));
    leaves->budget = budget;
    leaves->node_count = certificate->node_count;
    struct leaf_check check = {
        .leaves = leaves,
        .task = {.certificate = certificate,
                 .terms.board = &leaves->board,
                 .source = source,
                 .cursor.at = end,
                 .budget = budget,
                 .err = err},
    };
    int r = set_rules(&check.task);
    if (r == 0)
        r = strategy_board_init(&leaves->board, certificate->graph, &certificate->rules);
    size_t size = ((size_t)certificate->node_count + 1) * sizeof(*leaves->nodes);
    if (r == 0)
        r = budget_resize(budget, &leaves->nodes, 0, size);
    if (r == 0) {
        memset(leaves->nodes, 0, size);
        r = read_leaves(&check);
    }
    if (r == 0)
        r = check_strategies(&check);
    budget_free(budget, check.list, check.room, sizeof(*check.list));
    return r;
}

void strategy_leaves_release(struct strategy_leaves *leaves)
{
    for (int i = 0; i < STRATEGY_BOUNDS_MOST; i++)
        if (leaves->reach[i].entries != NULL)
            strategy_states_release(&leaves->reach[i]);
    strategy_board_release(&leaves->board);
    free(leaves->nodes);
    memset(leaves, 0, sizeof(*leaves));
}

int strategy_leaves_reach(const struct strategy_leaves *leaves, uint32_t node,
                          const uint64_t stones[2], int mover, int winner, int *ret_bound)
{
    const struct strategy_bounds *rests = &leaves->nodes[node];
    const struct strategy_stones seen = seen_by(stones, winner);
    struct strategy_stones class;
    int ko;
    if ((rests->words[0] | rests->words[1] | rests->words[2]) == 0)
        return 0;
    strategy_board_class(&leaves->board, &seen, 0, &class, &ko);
    int r = budget_work(leaves->budget, 10 + 4 * (uint64_t)leaves->board.symmetries.count);
    for (int number = 0; number < STRATEGY_BOUNDS_MOST && r == 0; number++) {
        if ((rests->words[number / 64] >> number % 64 & 1) == 0 ||
            !strategy_states_reach(&leaves->reach[number], &class, mover == winner))
            continue;
        *ret_bound = number - leaves->board.points;
        return 1;
    }
    return r;
}
