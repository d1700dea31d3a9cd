/* The walk through the states of a strategy. */

#include "certificate/budget.h"
#include "certificate/check/strategy/check.h"
#include "certificate/check/strategy/lives.h"

/* A state that the walk is still to come to, or that it has come to and not yet left. */
struct walk_item {
    struct strategy_state state;
    size_t entry; /* of a state that it has come to, else STATES_NONE */
};

/* On the stack are the states of the path, and above each those after it that are still to be
 * looked at, the first of them on top. */
struct walk {
    const struct strategy_task *task;
    struct strategy_states *states;
    struct strategy_stones forbidden[2]; /* classes */
    struct walk_item *stack;
    size_t depth, room;
};

static int push(struct walk *walk, const struct strategy_state *state)
{
    int r = budget_reserve(walk->task->budget, &walk->stack, walk->depth + 1, &walk->room,
                           sizeof(*walk->stack));
    if (r < 0)
        return r;
    strategy_states_fetch(walk->states, &state->class, state->class_ko);
    walk->stack[walk->depth++] = (struct walk_item){*state, STATES_NONE};
    return 0;
}

/* A stone of his for each point, each looked for on all points, in steps. */
static uint64_t steps_solo(const struct strategy_board *board)
{
    return (uint64_t)board->points * (uint64_t)board->points;
}

/* Where the opponent who retakes a ko is out: is the board good for the attacker then? */
static int check_solo(const struct walk *walk, const struct strategy_stones *stones)
{
    const struct strategy_terms *terms = &walk->task->terms;
    int r = budget_work(walk->task->budget, steps_solo(terms->board));
    if (r < 0 || terms->retake != RETAKE_OUT ||
        strategy_board_solo(terms->board, stones, terms->attacker, terms->wanted))
        return r;
    return strategy_refuse(walk->task, stones,
                           "the player may not reach as much if the opponent retakes a ko");
}

/* The attacker's one move: the next reply. It is noted as the entry's. */
static int add_reply(struct walk *walk, const struct strategy_state *state, size_t entry)
{
    const struct strategy_task *task = walk->task;
    const struct strategy_board *board = task->terms.board;
    struct strategy_state next;
    int reply = task->source->reply(task->source->arg, task, walk->states, state);
    if (reply < 0)
        return reply;
    const char *why = strategy_reply(&task->terms, state, reply, &next);
    if (why != NULL)
        return strategy_refuse(task, &state->stones, why);
    int image = reply < board->points ? symmetries_apply(&board->symmetries, state->symmetry, reply)
                                      : board->points;
    *strategy_states_marks(walk->states, entry) |= (uint32_t)image << STATES_REPLY_SHIFT;
    int r = next.ko != 0 ? check_solo(walk, &state->stones) : 0;
    return r < 0 ? r : push(walk, &next);
}

static int add_answers(struct walk *walk, const struct strategy_state *state)
{
    struct strategy_state next[SOLVER_MAX_POINTS + 1];
    int count = strategy_answers(&walk->task->terms, state, next), r = 0;
    while (count > 0 && r == 0)
        r = push(walk, &next[--count]);
    return r;
}

/* Comes to a state for the first time: what follows it is next, unless the strategy ends there. */
static int begin(struct walk *walk, const struct strategy_state *state, size_t entry)
{
    const struct strategy_terms *terms = &walk->task->terms;
    bool own = state->mover == terms->attacker;
    uint64_t moves = own ? 1 : (uint64_t)terms->board->points + 1;
    int r = budget_work(walk->task->budget, (moves + 1) * strategy_steps_of_play(terms));
    if (r < 0)
        return r;
    if (strategy_is_safe(terms, &state->stones))
        return 0;
    return own ? add_reply(walk, state, entry) : add_answers(walk, state);
}

/* Finds the entry of a state. */
static int find_entry(struct walk *walk, const struct strategy_state *state, size_t *ret_entry)
{
    size_t place, room = walk->states->room;
    int r = 0;
    if (state->class_ko != 0) {
        r = strategy_states_add(walk->states, &state->class, 0, &place);
        if (r == 0)
            *strategy_states_marks(walk->states, place) |= STATES_KOS;
    }
    if (r == 0)
        r = strategy_states_add(walk->states, &state->class, state->class_ko, ret_entry);
    for (size_t i = 0; i < walk->depth && r == 0 && walk->states->room != room; i++) {
        struct walk_item *item = &walk->stack[i];
        if (item->entry != STATES_NONE)
            item->entry =
                strategy_states_find(walk->states, &item->state.class, item->state.class_ko);
    }
    return r;
}

/* Notes on whose turn the walk came to a board: at its entry without a ko. */
static void mark_board(const struct walk *walk, const struct strategy_state *state, size_t entry)
{
    if (state->mover == walk->task->terms.attacker)
        return;
    if (state->class_ko != 0)
        entry = strategy_states_find(walk->states, &state->class, 0);
    *strategy_states_marks(walk->states, entry) |= STATES_OPPONENT;
}

/* Comes to the state on top. */
static int enter(struct walk *walk)
{
    const struct strategy_state state = walk->stack[walk->depth - 1].state;
    size_t entry;
    for (int i = 0; i < walk->task->forbidden_count && state.by_stone; i++)
        if (state.class.of[0] == walk->forbidden[i].of[0] &&
            state.class.of[1] == walk->forbidden[i].of[1])
            return strategy_refuse(walk->task, &state.stones,
                                   "a board comes back that stood before");
    int r = find_entry(walk, &state, &entry);
    if (r < 0)
        return r;
    mark_board(walk, &state, entry);
    uint32_t *marks = strategy_states_marks(walk->states, entry);
    if ((*marks & STATES_OPEN(state.mover)) != 0)
        return strategy_refuse(walk->task, &state.stones, "a state comes back");
    if ((*marks & STATES_MET(state.mover)) != 0) {
        walk->depth--;
        return 0;
    }
    *marks |= STATES_MET(state.mover) | STATES_OPEN(state.mover);
    walk->stack[walk->depth - 1].entry = entry;
    return begin(walk, &state, entry);
}

/* Leaves the state on top. */
static void leave(struct walk *walk)
{
    const struct walk_item *item = &walk->stack[--walk->depth];
    *strategy_states_marks(walk->states, item->entry) &= ~STATES_OPEN(item->state.mover);
}

int strategy_walk(const struct strategy_task *task, struct strategy_states *states)
{
    struct walk walk = {.task = task, .states = states};
    int r, ko;
    for (int i = 0; i < task->forbidden_count; i++)
        strategy_board_class(task->terms.board, &task->forbidden[i], 0, &walk.forbidden[i], &ko);
    struct strategy_state root =
        strategy_state_make(task->terms.board, &task->root, task->to_move, 0);
    root.by_stone = false;
    r = push(&walk, &root);
    while (r == 0 && walk.depth > 0)
        if (walk.stack[walk.depth - 1].entry == STATES_NONE)
            r = enter(&walk);
        else
            leave(&walk);
    budget_free(task->budget, walk.stack, walk.room, sizeof(*walk.stack));
    return r;
}
