/*
 * Do boards come back? Paths that leave a board and come back to it stay within its component: the
 * boards that stones lead to from it and from which they lead back. Only components of more than
 * one board are looked at, board by board.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/budget.h"
#include "certificate/check/strategy/check.h"

/* --- components of the boards (Tarjan) --- */

struct visit {
    uint32_t place, state; /* of the state: the edge that is next */
    uint32_t edge;
};

struct components {
    const struct strategy_states *states;
    struct budget *budget;
    uint32_t *index, *low; /* by place; 0: not met */
    uint32_t *component;   /* by place; 0: not known yet */
    uint32_t *sizes;       /* by component */
    uint32_t *stack;
    struct visit *visits;
    size_t room; /* of visits */
    uint32_t met, stacked, count;
    size_t depth;
};

static int open_place(struct components *of, uint32_t place)
{
    if (of->depth == of->room) {
        size_t room = of->room != 0 ? 2 * of->room : 64;
        int r = budget_resize(of->budget, &of->visits, of->room * sizeof(*of->visits),
                              room * sizeof(*of->visits));
        if (r < 0)
            return r;
        of->room = room;
    }
    of->visits[of->depth++] = (struct visit){place, of->states->places[place].first, 0};
    of->index[place] = of->low[place] = ++of->met;
    of->stack[of->stacked++] = place;
    return 0;
}

static void close_place(struct components *of)
{
    uint32_t place = of->visits[--of->depth].place;
    if (of->depth > 0) {
        uint32_t above = of->visits[of->depth - 1].place;
        if (of->low[place] < of->low[above])
            of->low[above] = of->low[place];
    }
    if (of->low[place] != of->index[place])
        return;
    of->count++;
    uint32_t member;
    do {
        member = of->stack[--of->stacked];
        of->component[member] = of->count;
        of->sizes[of->count]++;
    } while (member != place);
}

/* Looks at the next edge of the place on top. */
static int step_component(struct components *of)
{
    struct visit *visit = &of->visits[of->depth - 1];
    if (visit->state == STATES_NONE) {
        close_place(of);
        return 0;
    }
    const struct strategy_state *state = &of->states->list[visit->state];
    if (visit->edge == state->edge_count) {
        visit->state = state->next;
        visit->edge = 0;
        return 0;
    }
    uint32_t target = of->states->edges[state->first_edge + visit->edge++];
    uint32_t place = of->states->list[target].board;
    if (of->index[place] == 0)
        return open_place(of, place);
    if (of->component[place] == 0 && of->index[place] < of->low[visit->place])
        of->low[visit->place] = of->index[place];
    return 0;
}

static int find_components(struct components *of)
{
    for (uint32_t place = 0; place < of->states->place_count; place++) {
        int r = of->index[place] == 0 ? open_place(of, place) : 0;
        while (r == 0 && of->depth > 0) {
            r = step_component(of);
            if (r == 0)
                r = budget_work(of->budget, 1);
        }
        if (r < 0)
            return r;
    }
    return 0;
}

/* --- the ways back --- */

/* How a state can be come to from the board that is looked at. */
enum way {
    WAY_ANY = 1,      /* at all */
    WAY_ATTACKER = 2, /* he moved on that board, and left it with a stone */
    WAY_OPPONENT =
        4, /* the opponent left it with a stone, while it was worth enough to the attacker */
    WAY_PASSED = 8, /* that, and then passed on a board where this was not answered by a pass */
};

struct returns {
    const struct strategy_task *task;
    const struct strategy_states *states;
    const struct components *components;
    uint32_t *stamps; /* by state: the place + 1 that its ways are of */
    uint8_t *ways;    /* by state */
    uint8_t *waits;   /* by state: it is in the queue */
    uint32_t *queue;
    size_t waiting;
};

static bool is_within(const struct returns *of, uint32_t from, uint32_t place)
{
    return of->components->component[from] == of->components->component[place];
}

static void come_to(struct returns *of, uint32_t from, uint32_t state, unsigned ways)
{
    if (of->stamps[state] != from + 1) {
        of->stamps[state] = from + 1;
        of->ways[state] = 0;
    }
    if ((of->ways[state] | ways) == of->ways[state])
        return;
    of->ways[state] = (uint8_t)(of->ways[state] | ways);
    if (!of->waits[state])
        of->queue[of->waiting++] = state;
    of->waits[state] = 1;
}

/* By a stone of the state's mover the board comes back. */
static int check_return(const struct returns *of, uint32_t from, uint32_t state)
{
    const struct strategy_task *task = of->task;
    const struct strategy_stones *stones = &of->states->places[from].stones;
    unsigned ways = of->ways[state];
    if (of->states->list[state].mover == task->attacker)
        return strategy_refuse(task, stones, "a stone of the player brings a board back");
    if (ways & WAY_ATTACKER)
        return strategy_refuse(task, stones,
                               "the opponent brings back a board on which the player moved");
    if (task->model.retake == RETAKE_OUT && (ways & WAY_PASSED) != 0)
        return strategy_refuse(task, stones,
                               "the opponent brings a board back and has passed in between");
    return 0;
}

static int follow(struct returns *of, uint32_t from, uint32_t number)
{
    const struct strategy_state *state = &of->states->list[number];
    unsigned ways = of->ways[number];
    int r = budget_work(of->task->budget, 1 + 2 * (uint64_t)state->edge_count);
    if (r < 0)
        return r;
    for (uint32_t i = 0; i < state->edge_count; i++) {
        uint32_t next = of->states->edges[state->first_edge + i];
        const struct strategy_state *after = &of->states->list[next];
        unsigned on = ways;
        r = after->board == from ? check_return(of, from, number) : 0;
        if (r < 0)
            return r;
        if (after->board == from || !is_within(of, from, after->board))
            continue;
        bool passed = after->board == state->board && state->mover != of->task->attacker &&
                      after->mover == of->task->attacker;
        if (passed && (ways & WAY_OPPONENT) != 0)
            on = (ways & ~(unsigned)WAY_OPPONENT) | WAY_PASSED;
        come_to(of, from, next, on);
    }
    return 0;
}

/* The states that stones lead to from the board itself. */
static void leave(struct returns *of, uint32_t from)
{
    const struct strategy_place *place = &of->states->places[from];
    for (uint32_t number = place->first; number != STATES_NONE;) {
        const struct strategy_state *state = &of->states->list[number];
        unsigned ways = WAY_ANY;
        if (state->mover == of->task->attacker)
            ways |= WAY_ATTACKER;
        else if (place->margin >= of->task->wanted)
            ways |= WAY_OPPONENT;
        for (uint32_t i = 0; i < state->edge_count; i++) {
            uint32_t next = of->states->edges[state->first_edge + i];
            uint32_t board = of->states->list[next].board;
            if (board != from && is_within(of, from, board))
                come_to(of, from, next, ways);
        }
        number = state->next;
    }
}

static int check_place(struct returns *of, uint32_t from)
{
    int r = 0;
    leave(of, from);
    while (of->waiting > 0 && r == 0) {
        uint32_t state = of->queue[--of->waiting];
        of->waits[state] = 0;
        r = follow(of, from, state);
    }
    return r;
}

static int check_places(struct returns *of)
{
    const struct components *components = of->components;
    for (uint32_t place = 0; place < of->states->place_count; place++) {
        int r = components->sizes[components->component[place]] > 1 ? check_place(of, place) : 0;
        if (r < 0)
            return r;
    }
    return 0;
}

/* Room for the work, all zero, out of the budget. */
static uint8_t *take(struct budget *budget, size_t size, int *ret_error)
{
    uint8_t *block = size <= budget->bytes ? calloc(size, 1) : NULL;
    *ret_error = block != NULL ? 0 : size <= budget->bytes ? -ENOMEM : BUDGET_SPENT;
    if (block != NULL)
        budget->bytes -= size;
    return block;
}

int strategy_check_returns(const struct strategy_task *task, const struct strategy_states *states)
{
    int r;
    size_t places = (size_t)states->place_count + 1, count = (size_t)states->count + 1;
    size_t size = 5 * places * sizeof(uint32_t) + count * (2 * sizeof(uint32_t) + 2);
    uint8_t *block = take(task->budget, size, &r);
    if (r < 0)
        return r;
    uint32_t *words = (uint32_t *)(void *)block;
    struct components components = {
        .states = states,
        .budget = task->budget,
        .index = words,
        .low = words + places,
        .component = words + 2 * places,
        .sizes = words + 3 * places,
        .stack = words + 4 * places,
    };
    words += 5 * places;
    struct returns returns = {
        .task = task,
        .states = states,
        .components = &components,
        .stamps = words,
        .queue = words + count,
        .ways = (uint8_t *)(words + 2 * count),
        .waits = (uint8_t *)(words + 2 * count) + count,
    };
    r = find_components(&components);
    if (r == 0)
        r = check_places(&returns);
    task->budget->bytes += size + components.room * sizeof(*components.visits);
    free(components.visits);
    free(block);
    return r;
}
