/* The walk through the states of a strategy. */
#include <errno.h>
#include <stdlib.h>

#include "certificate/budget.h"
#include "certificate/check/strategy/check.h"

/* A state whose successors are being looked at. */
struct walk_frame {
    struct strategy_stones stones; /* as the walk came to it */
    uint32_t state;
    uint8_t mover, ko;
    uint8_t next; /* point to be tried; points: the pass; points + 1: done */
    uint8_t edge_count;
    uint32_t edges[SOLVER_MAX_POINTS + 1];
};

struct walk {
    const struct strategy_task *task;
    struct strategy_states *states;
    uint32_t forbidden[2]; /* places */
    size_t used;           /* replies */
    struct walk_frame *frames;
    size_t depth, room;
};

static struct walk_frame *top(const struct walk *walk)
{
    return &walk->frames[walk->depth - 1];
}

static int push(struct walk *walk, const struct walk_frame *frame)
{
    if (walk->depth == walk->room) {
        size_t room = walk->room != 0 ? 2 * walk->room : 64;
        int r = budget_resize(walk->task->budget, &walk->frames, walk->room * sizeof(*frame),
                              room * sizeof(*frame));
        if (r < 0)
            return r;
        walk->room = room;
    }
    walk->frames[walk->depth++] = *frame;
    return 0;
}

static int find_place(const struct walk *walk, const struct strategy_stones *stones, int ko,
                      uint32_t *ret_place, int *ret_ko)
{
    struct strategy_stones class;
    strategy_board_class(walk->task->board, stones, ko, &class, ret_ko);
    return strategy_states_place(walk->states, &class, ret_place);
}

/* Comes to a state; if it is new its successors are next. */
static int enter(struct walk *walk, const struct strategy_stones *stones, int mover, int ko,
                 bool by_stone)
{
    uint32_t place, state;
    int class_ko;
    bool is_new;
    int r = find_place(walk, stones, ko, &place, &class_ko);
    for (int i = 0; i < walk->task->forbidden_count && r == 0 && by_stone; i++)
        if (place == walk->forbidden[i])
            return strategy_refuse(walk->task, stones, "a board comes back that stood before");
    if (r == 0)
        r = strategy_states_find(walk->states, place, mover, class_ko, &state, &is_new);
    if (r < 0)
        return r;
    if (!is_new && walk->states->list[state].open)
        return strategy_refuse(walk->task, stones, "a state comes back");
    if (walk->depth > 0)
        top(walk)->edges[top(walk)->edge_count++] = state;
    if (!is_new)
        return 0;
    struct walk_frame frame = {
        .stones = *stones, .state = state, .mover = (uint8_t)mover, .ko = (uint8_t)ko};
    return push(walk, &frame);
}

static bool is_enough(const struct walk *walk, const struct walk_frame *frame)
{
    uint32_t place = walk->states->list[frame->state].board;
    return walk->states->places[place].margin >= walk->task->wanted;
}

/* Is the board good for the attacker if the opponent takes the ko back and is out? */
static bool reaches_solo(const struct walk *walk, const struct walk_frame *frame)
{
    struct strategy_place *place = &walk->states->places[walk->states->list[frame->state].board];
    const struct strategy_task *task = walk->task;
    if (!place->solo && !place->no_more) {
        place->solo =
            strategy_board_solo(task->board, &place->stones, task->attacker, task->wanted);
        place->no_more = !place->solo;
    }
    return place->solo;
}

/* A stone of his for each point, each looked for on all points, in steps. */
static uint64_t steps_solo(const struct strategy_board *board)
{
    return (uint64_t)board->points * (uint64_t)board->points;
}

static int reply_stone(struct walk *walk, const struct walk_frame *frame, int point)
{
    const struct strategy_task *task = walk->task;
    struct strategy_stones after;
    int attacker = task->attacker, ko = 0;
    if (point + 1 == frame->ko)
        return strategy_refuse(task, &frame->stones, "a reply takes back a ko at once");
    if (!strategy_board_play(task->board, &frame->stones, attacker, point, &after))
        return strategy_refuse(task, &frame->stones, "a reply is not legal");
    if (after.of[attacker] != (frame->stones.of[attacker] | 1ull << point))
        return strategy_refuse(task, &frame->stones, "a reply is suicide");
    if (task->model.retake != RETAKE_FREE)
        ko = strategy_board_ko(task->board, &frame->stones, &after, attacker);
    int r = ko != 0 ? budget_work(task->budget, steps_solo(task->board)) : 0;
    if (r < 0)
        return r;
    if (ko != 0 && task->model.retake == RETAKE_OUT && !reaches_solo(walk, frame))
        return strategy_refuse(task, &frame->stones,
                               "the player may not reach as much if the opponent retakes a ko");
    return enter(walk, &after, 1 - attacker, ko, true);
}

/* Makes the attacker's one move: the next reply. */
static int step_attacker(struct walk *walk)
{
    const struct strategy_task *task = walk->task;
    struct walk_frame *frame = top(walk);
    struct walk_frame now = *frame; /* the frames may move */
    frame->next = (uint8_t)(task->board->points + 1);
    if (walk->used == task->strategy.count)
        return strategy_refuse(task, &now.stones, "the replies come to an end");
    int reply = task->strategy.replies[walk->used++];
    /* A reply is a byte. */
    const uint8_t *body = task->certificate->body;
    budget_reach(task->budget, (uint64_t)(task->strategy.replies - body) + walk->used);
    if (reply < task->board->points)
        return reply_stone(walk, &now, reply);
    if (!is_enough(walk, &now))
        return strategy_refuse(task, &now.stones, "a pass where the board is worth less");
    return enter(walk, &now.stones, 1 - task->attacker, 0, false);
}

static int step_pass(struct walk *walk, const struct walk_frame *now)
{
    if (!is_enough(walk, now))
        return enter(walk, &now->stones, walk->task->attacker, 0, false);
    int attacker = walk->task->attacker;
    if (walk->task->pass_goes_on && now->ko != 0)
        return enter(walk, &now->stones, walk->task->answered ? attacker : 1 - attacker, 0, false);
    return 0;
}

/* Tries the next move of the opponent. */
static int step_opponent(struct walk *walk)
{
    const struct strategy_board *board = walk->task->board;
    struct walk_frame *frame = top(walk);
    struct walk_frame now = *frame; /* the frames may move */
    struct strategy_stones after;
    int point = frame->next++;
    if (point == board->points)
        return step_pass(walk, &now);
    if (point + 1 == now.ko || !strategy_board_play(board, &now.stones, now.mover, point, &after))
        return 0;
    int ko = strategy_board_ko(board, &now.stones, &after, now.mover);
    return enter(walk, &after, walk->task->attacker, ko, true);
}

/* A play, where it leads to and which state of its class that is, in steps. */
static uint64_t steps_of_play(const struct strategy_board *board)
{
    return 10 + 4 * (uint64_t)board->symmetries.count;
}

static int step(struct walk *walk)
{
    struct walk_frame *frame = top(walk);
    int r = budget_work(walk->task->budget, steps_of_play(walk->task->board));
    if (r < 0)
        return r;
    if (frame->next <= walk->task->board->points)
        return frame->mover == walk->task->attacker ? step_attacker(walk) : step_opponent(walk);
    r = strategy_states_link(walk->states, frame->state, frame->edges, frame->edge_count);
    walk->depth--;
    return r;
}

int strategy_walk(const struct strategy_task *task, struct strategy_states *states)
{
    struct walk walk = {.task = task, .states = states};
    int ko, r = 0;
    for (int i = 0; i < task->forbidden_count && r == 0; i++)
        r = find_place(&walk, &task->forbidden[i], 0, &walk.forbidden[i], &ko);
    if (r == 0)
        r = enter(&walk, &task->root, task->to_move, 0, false);
    while (r == 0 && walk.depth > 0)
        r = step(&walk);
    if (r == 0 && walk.used != task->strategy.count)
        r = strategy_refuse(task, &task->root, "there are replies that answer nothing");
    task->budget->bytes += walk.room * sizeof(*walk.frames);
    free(walk.frames);
    return r;
}
