/*
 * States, and moves between them. A state is all of a node of the game except its history: board,
 * player to move, consecutive passes, simple ko.
 */
#ifndef SOLVER_STATES_STATE_H
#define SOLVER_STATES_STATE_H

#include "board/move.h"
#include "rules/history_model.h"
#include "states/positions.h"

struct state {
    uint32_t board; /* id in struct positions */
    uint8_t mover;  /* enum colour */
    uint8_t passes; /* consecutive normal passes just made: 0 .. passes_to_end - 1 */
    uint8_t ko;     /* as stone_move.ko: what the mover must not play; 0 without simple ko */
    /* By colour: the board on which he passed last, and 1; 0 if he has not, or if the rules do not
     * tell it (history_model.passed_boards). */
    uint32_t passed[2];
};

/* Where states tell on which boards the players passed, ids of boards are below this. */
#define STATE_BOARDS_MAX ((1u << 20) - 1)

/* A move from a board to a state. */
struct state_move {
    uint32_t before;    /* id of the board on which it is made */
    struct state child; /* the state that it leads to */
    uint8_t kind;       /* enum move_kind */
    uint8_t point;      /* of a stone: where it is placed */
    bool atari;         /* of a stone: see struct stone_move */
    uint8_t passes;     /* consecutive passes before it, as far as they are counted */
};

/* Returns the player who makes the move. */
static inline int state_move_mover(const struct state_move *state_move)
{
    return !state_move->child.mover;
}

/* Returns what group element g makes of a board passed on, or of none. */
static inline uint32_t state_map_passed(const struct positions *positions, int g, uint32_t passed)
{
    return passed == 0 ? 0 : position_map(positions, g, passed - 1) + 1;
}

/* Returns what group element g makes of a state. */
static inline struct state state_map(const struct positions *positions, int g, struct state state)
{
    unsigned swap = (unsigned)group_swaps(g);
    return (struct state){
        .passed = {state_map_passed(positions, g, state.passed[swap]),
                   state_map_passed(positions, g, state.passed[!swap])},
        .board = position_map(positions, g, state.board),
        .mover = (uint8_t)(state.mover ^ swap),
        .passes = state.passes,
        .ko = position_map_ko(positions, g, state.ko),
    };
}

/* Returns a state as one number. Where it tells boards passed on there is no ko, and each board
 * takes 20 bits; the highest bit tells that. */
static inline uint64_t state_key(struct state state)
{
    if ((state.passed[0] | state.passed[1]) != 0)
        return UINT64_C(1) << 63 | (uint64_t)state.passed[1] << 43 |
               (uint64_t)state.passed[0] << 23 | (uint64_t)state.board << 3 |
               (uint64_t)state.passes << 1 | state.mover;
    return (uint64_t)state.board << 12 | (uint64_t)state.ko << 3 | (uint64_t)state.passes << 1 |
           state.mover;
}

/* The state that a stone of the mover's, or a pass, leads to: whose turn it is, and on which boards
 * the players passed. */
static inline struct state state_following(const struct history_model *model, struct state state,
                                           uint32_t board, enum move_kind kind)
{
    struct state after = {.board = board, .mover = (uint8_t)!state.mover};
    if (!model->passed_boards)
        return after;
    after.passed[0] = state.passed[0];
    after.passed[1] = state.passed[1];
    if (kind == MOVE_PASS)
        after.passed[state.mover] = board + 1;
    return after;
}

#endif
