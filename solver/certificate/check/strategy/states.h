/*
 * The states that a check of a strategy met, and the boards on which they are: both up to the
 * symmetries of the board, so a state or board here stands for all of its images.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_STATES_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_STATES_H

#include <stddef.h>

#include "certificate/budget.h"
#include "certificate/check/strategy/board.h"

#define STATES_NONE UINT32_MAX

struct strategy_state {
    uint32_t board;
    uint32_t next;       /* state on the same board, or STATES_NONE */
    uint32_t first_edge; /* its successors are edges[first_edge ...] */
    uint8_t edge_count;
    uint8_t mover;
    uint8_t ko; /* point + 1 that the mover may not play, or 0 */
    bool open;  /* the path that is looked at goes through it */
};

struct strategy_place {
    struct strategy_stones stones;
    uint32_t first;     /* state on it, or STATES_NONE */
    int8_t margin;      /* the attacker's */
    bool solo, no_more; /* left alone he reaches enough: known to be so, known not to be so */
};

struct strategy_states {
    const struct strategy_board *board; /* borrowed */
    struct strategy_place *places;
    struct strategy_state *list;
    uint32_t *edges;
    uint32_t place_count, count;
    size_t edge_count;
    size_t place_room, room, edge_room;
    uint32_t *place_slots; /* number + 1, by hash; twice the room */
    int attacker;
    struct budget *budget;
};

/* Returns 0. Nothing is taken yet. */
void strategy_states_init(struct strategy_states *ret_states, const struct strategy_board *board,
                          int attacker, struct budget *budget);
void strategy_states_release(struct strategy_states *states); /* and gives the budget back */

/* All here return 0, -ENOMEM or what ended the budget (budget.h). */

/* The number of the place with these stones, which are those of a class. */
int strategy_states_place(struct strategy_states *states, const struct strategy_stones *stones,
                          uint32_t *ret_place);

/* The number of a state; *ret_new: it was not there. A board has few: those of either mover, with
 * one ko or another or none. */
int strategy_states_find(struct strategy_states *states, uint32_t place, int mover, int ko,
                         uint32_t *ret_state, bool *ret_new);

/* Gives a state its successors. */
int strategy_states_link(struct strategy_states *states, uint32_t state, const uint32_t *edges,
                         int count);

#endif
