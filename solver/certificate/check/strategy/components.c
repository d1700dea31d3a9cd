/*
 * Do boards come back? Paths that leave a board and come back to it stay within its component: the
 * boards that stones lead to from it and from which they lead back. This finds the components
 * (Tarjan); of those with more than one board returns.c looks at each board.
 *
 * A board is an entry without a ko. What is noted of it is whether it was reached and whether its
 * component is known; where it is on the stack is looked for there, from the top down. That is
 * asked only where a stone leads back, which few do.
 */
#include <assert.h>

#include "certificate/budget.h"
#include "certificate/check/strategy/check.h"
#include "certificate/check/strategy/followed.h"
#include "certificate/check/strategy/returns.h"

/* A board on the path. */
struct visit {
    size_t at, low; /* where it is on the stack; the lowest board there that was reached from it */
    size_t first_edge; /* those from here on are to be followed */
};

struct components {
    const struct strategy_task *task;
    const struct strategy_states *states;
    struct strategy_returns returns;
    uint32_t *stack; /* boards whose component is not known yet */
    uint32_t *edges; /* boards that stones lead to from those of the path */
    struct visit *path;
    size_t stacked, edge_count, depth;
    size_t stack_room, edge_room, path_room;
};

/* Adds the boards that stones lead to from a state. */
static int add_edges(struct components *of, uint32_t state)
{
    struct strategy_state next[SOLVER_MAX_POINTS + 1];
    struct budget *budget = of->task->budget;
    int count = followed_by(of->states, &of->task->terms, state, next);
    int r = budget_work(budget, (uint64_t)(count + 1) * strategy_steps_of_play(&of->task->terms));
    if (r == 0)
        r = budget_reserve(budget, &of->edges, of->edge_count + (size_t)count, &of->edge_room,
                           sizeof(*of->edges));
    for (int i = 0; i < count && r == 0; i++)
        strategy_states_fetch(of->states, &next[i].class, 0);
    for (int i = 0; i < count && r == 0; i++) {
        if (!next[i].by_stone)
            continue;
        size_t board = strategy_states_find(of->states, &next[i].class, 0);
        assert(board != STATES_NONE); /* the walk met all that follows */
        of->edges[of->edge_count++] = (uint32_t)board;
    }
    return r;
}

static int open_board(struct components *of, uint32_t board)
{
    uint32_t states[FOLLOWED_STATES_MOST];
    struct budget *budget = of->task->budget;
    int r = budget_reserve(budget, &of->path, of->depth + 1, &of->path_room, sizeof(*of->path));
    if (r == 0)
        r = budget_reserve(budget, &of->stack, of->stacked + 1, &of->stack_room,
                           sizeof(*of->stack));
    if (r < 0)
        return r;
    *strategy_states_marks(of->states, board) |= STATES_REACHED;
    of->path[of->depth++] = (struct visit){of->stacked, of->stacked, of->edge_count};
    of->stack[of->stacked++] = board;
    int count = followed_on_board(of->states, of->task->terms.board, board, states);
    for (int i = 0; i < count && r == 0; i++)
        r = add_edges(of, states[i]);
    return r;
}

/* Leaves the board on top of the path; if none below it on the stack was reached from it, those
 * from it on are a component. */
static int close_board(struct components *of)
{
    struct visit visit = of->path[--of->depth];
    if (visit.low < visit.at) {
        struct visit *above = &of->path[of->depth - 1];
        above->low = visit.low < above->low ? visit.low : above->low;
        return 0;
    }
    for (size_t i = visit.at; i < of->stacked; i++)
        *strategy_states_marks(of->states, of->stack[i]) |= STATES_CLOSED;
    size_t size = of->stacked - visit.at;
    of->stacked = visit.at;
    return size > 1 ? strategy_returns_check(&of->returns, &of->stack[visit.at], size) : 0;
}

/* A stone leads from the board on top to one on the stack. */
static int come_back(struct components *of, uint32_t board)
{
    struct visit *visit = &of->path[of->depth - 1];
    size_t at = of->stacked - 1;
    while (of->stack[at] != board)
        at--;
    visit->low = at < visit->low ? at : visit->low;
    return budget_work(of->task->budget, 1 + (of->stacked - at) / 8);
}

/* Follows the next stone from the board on top. */
static int step(struct components *of)
{
    if (of->edge_count == of->path[of->depth - 1].first_edge)
        return close_board(of);
    uint32_t board = of->edges[--of->edge_count];
    uint32_t marks = *strategy_states_marks(of->states, board);
    if ((marks & STATES_CLOSED) != 0)
        return 0;
    return (marks & STATES_REACHED) != 0 ? come_back(of, board) : open_board(of, board);
}

int strategy_check_returns(const struct strategy_task *task, const struct strategy_states *states)
{
    struct components of = {
        .task = task, .states = states, .returns = {.task = task, .states = states}};
    struct strategy_stones class;
    int ko;
    strategy_board_class(task->terms.board, &task->root, 0, &class, &ko);
    size_t root = strategy_states_find(states, &class, 0);
    if ((*strategy_states_marks(states, root) & STATES_CLOSED) != 0)
        return 0; /* Another root led here. */
    int r = open_board(&of, (uint32_t)root);
    while (r == 0 && of.depth > 0)
        r = step(&of);
    strategy_returns_release(&of.returns);
    budget_free(task->budget, of.stack, of.stack_room, sizeof(*of.stack));
    budget_free(task->budget, of.edges, of.edge_room, sizeof(*of.edges));
    budget_free(task->budget, of.path, of.path_room, sizeof(*of.path));
    return r;
}
