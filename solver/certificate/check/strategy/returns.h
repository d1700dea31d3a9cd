/* The ways in which boards of one component come back. */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_RETURNS_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_RETURNS_H

#include "certificate/check/strategy/check.h"

struct return_board;
struct return_state;
struct return_number;

/* Begin with all zero but the task and the states. What is here is of one component. */
struct strategy_returns {
    const struct strategy_task *task;
    const struct strategy_states *states;
    struct return_board *boards;
    struct return_state *list;     /* the states on them, board by board */
    struct return_number *numbers; /* of these states in the table, ascending */
    uint32_t *edges;               /* states of the component that follow those of the list */
    uint32_t *queue;               /* of states whose successors are to be looked at */
    uint32_t board_count, count;
    size_t edge_count, waiting;
    size_t board_room, list_room, number_room, edge_room, queue_room;
};

/* Does no board of a component come back in a way that matters? The boards are entries without a
 * ko. Returns as strategy_walk(). */
int strategy_returns_check(struct strategy_returns *returns, const uint32_t *boards, size_t count);

void strategy_returns_release(struct strategy_returns *returns);

#endif
