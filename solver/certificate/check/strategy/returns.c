/* The ways in which boards of one component come back. */
#include "certificate/check/strategy/returns.h"

#include <assert.h>
#include <stdlib.h>

#include "certificate/check/strategy/followed.h"

/*
 * How a state can be come to from the board that is looked at: at all; the attacker moved on that
 * board, and left it with a stone; the opponent left it with a stone, while it was worth enough to
 * the attacker; that, and then he passed on a board where this was not answered by a pass.
 */
enum way {
    WAY_ANY = 1,
    WAY_ATTACKER = 2,
    WAY_OPPONENT = 4,
    WAY_PASSED = 8,
};

struct return_board {
    struct strategy_stones stones;
    uint32_t first, end; /* of its states */
};

struct return_state {
    size_t first_edge;
    uint32_t edge_count;
    uint32_t board;
    uint32_t stamp; /* the board + 1 that its ways are of */
    uint8_t mover;
    uint8_t ways;
    bool waits; /* it is in the queue */
};

/* A state's number in the table, and its place in the list. */
struct return_number {
    uint32_t number, at;
};

/* --- the states of a component, and what follows them --- */

static int add_board(struct strategy_returns *of, uint32_t entry)
{
    uint32_t numbers[FOLLOWED_STATES_MOST];
    struct budget *budget = of->task->budget;
    uint32_t count = (uint32_t)followed_on_board(of->states, of->task->terms.board, entry, numbers);
    size_t all = (size_t)of->count + count;
    int r = budget_reserve(budget, &of->list, all, &of->list_room, sizeof(*of->list));
    if (r == 0)
        r = budget_reserve(budget, &of->numbers, all, &of->number_room, sizeof(*of->numbers));
    if (r == 0)
        r = budget_reserve(budget, &of->queue, all, &of->queue_room, sizeof(*of->queue));
    if (r < 0)
        return r;
    of->boards[of->board_count] = (struct return_board){strategy_states_stones(of->states, entry),
                                                        of->count, of->count + count};
    for (uint32_t i = 0; i < count; i++, of->count++) {
        of->list[of->count] =
            (struct return_state){.board = of->board_count, .mover = (uint8_t)(numbers[i] % 2)};
        of->numbers[of->count] = (struct return_number){numbers[i], of->count};
    }
    of->board_count++;
    return 0;
}

static int compare_numbers(const void *a, const void *b)
{
    const struct return_number *one = a, *two = b;
    return (one->number > two->number) - (one->number < two->number);
}

/* Adds the states of the component that follow one of it. */
static int add_edges(struct strategy_returns *of, const struct return_number *from)
{
    struct strategy_state next[SOLVER_MAX_POINTS + 1];
    struct return_state *state = &of->list[from->at];
    int count = followed_by(of->states, &of->task->terms, from->number, next);
    int r = budget_reserve(of->task->budget, &of->edges, of->edge_count + (size_t)count,
                           &of->edge_room, sizeof(*of->edges));
    state->first_edge = of->edge_count;
    for (int i = 0; i < count && r == 0; i++) {
        size_t entry = strategy_states_find(of->states, &next[i].class, next[i].class_ko);
        assert(entry != STATES_NONE); /* the walk met all that follows */
        const struct return_number wanted = {followed_number(entry, next[i].mover), 0};
        const struct return_number *found =
            bsearch(&wanted, of->numbers, of->count, sizeof(wanted), compare_numbers);
        if (found != NULL)
            of->edges[of->edge_count++] = found->at;
    }
    state->edge_count = (uint32_t)(of->edge_count - state->first_edge);
    return r;
}

static int add_component(struct strategy_returns *of, const uint32_t *boards, size_t count)
{
    const struct strategy_terms *terms = &of->task->terms;
    uint64_t steps = (uint64_t)(terms->board->points + 1) * strategy_steps_of_play(terms);
    int r =
        budget_reserve(of->task->budget, &of->boards, count, &of->board_room, sizeof(*of->boards));
    of->board_count = of->count = 0;
    of->edge_count = 0;
    for (size_t i = 0; i < count && r == 0; i++)
        r = add_board(of, boards[i]);
    if (r == 0)
        qsort(of->numbers, of->count, sizeof(*of->numbers), compare_numbers);
    for (uint32_t i = 0; i < of->count && r == 0; i++) {
        r = budget_work(of->task->budget, steps);
        if (r == 0)
            r = add_edges(of, &of->numbers[i]);
    }
    return r;
}

/* --- the ways back --- */

static void come_to(struct strategy_returns *of, uint32_t from, uint32_t number, unsigned ways)
{
    struct return_state *state = &of->list[number];
    if (state->stamp != from + 1) {
        state->stamp = from + 1;
        state->ways = 0;
    }
    if ((state->ways | ways) == state->ways)
        return;
    state->ways = (uint8_t)(state->ways | ways);
    if (!state->waits)
        of->queue[of->waiting++] = number;
    state->waits = true;
}

/* By a stone of the state's mover the board comes back. */
static int check_return(const struct strategy_returns *of, uint32_t from,
                        const struct return_state *state)
{
    const struct strategy_task *task = of->task;
    const struct strategy_stones *stones = &of->boards[from].stones;
    if (state->mover == task->terms.attacker)
        return strategy_refuse(task, stones, "a stone of the player brings a board back");
    if (state->ways & WAY_ATTACKER)
        return strategy_refuse(task, stones,
                               "the opponent brings back a board on which the player moved");
    if (task->terms.passes_count && (state->ways & WAY_PASSED) != 0)
        return strategy_refuse(task, stones,
                               "the opponent brings a board back and has passed in between");
    return 0;
}

static int follow(struct strategy_returns *of, uint32_t from, const struct return_state *state)
{
    int attacker = of->task->terms.attacker;
    unsigned ways = state->ways;
    int r = budget_work(of->task->budget, 1 + 2 * (uint64_t)state->edge_count);
    for (uint32_t i = 0; i < state->edge_count && r == 0; i++) {
        uint32_t next = of->edges[state->first_edge + i];
        const struct return_state *after = &of->list[next];
        unsigned on = ways;
        if (after->board == from) {
            r = check_return(of, from, state);
            continue;
        }
        bool passed =
            after->board == state->board && state->mover != attacker && after->mover == attacker;
        if (passed && (ways & WAY_OPPONENT) != 0)
            on = (ways & ~(unsigned)WAY_OPPONENT) | WAY_PASSED;
        come_to(of, from, next, on);
    }
    return r;
}

/* The states that stones lead to from the board itself. */
static void leave(struct strategy_returns *of, uint32_t from)
{
    const struct return_board *board = &of->boards[from];
    bool enough = strategy_is_enough(&of->task->terms, &board->stones);
    for (uint32_t i = board->first; i < board->end; i++) {
        const struct return_state *state = &of->list[i];
        unsigned ways = WAY_ANY;
        if (state->mover == of->task->terms.attacker)
            ways |= WAY_ATTACKER;
        else if (enough)
            ways |= WAY_OPPONENT;
        for (uint32_t k = 0; k < state->edge_count; k++) {
            uint32_t next = of->edges[state->first_edge + k];
            if (of->list[next].board != from)
                come_to(of, from, next, ways);
        }
    }
}

static int check_board(struct strategy_returns *of, uint32_t from)
{
    int r = 0;
    leave(of, from);
    while (of->waiting > 0 && r == 0) {
        struct return_state *state = &of->list[of->queue[--of->waiting]];
        state->waits = false;
        r = follow(of, from, state);
    }
    return r;
}

int strategy_returns_check(struct strategy_returns *returns, const uint32_t *boards, size_t count)
{
    int r = add_component(returns, boards, count);
    for (uint32_t from = 0; from < returns->board_count && r == 0; from++)
        r = check_board(returns, from);
    return r;
}

void strategy_returns_release(struct strategy_returns *returns)
{
    struct budget *budget = returns->task->budget;
    budget_free(budget, returns->boards, returns->board_room, sizeof(*returns->boards));
    budget_free(budget, returns->list, returns->list_room, sizeof(*returns->list));
    budget_free(budget, returns->numbers, returns->number_room, sizeof(*returns->numbers));
    budget_free(budget, returns->edges, returns->edge_room, sizeof(*returns->edges));
    budget_free(budget, returns->queue, returns->queue_room, sizeof(*returns->queue));
}
