/*
 * States, and moves between them. A state is all of a node of the game except its history: board,
 * player to move, consecutive passes, simple ko, and where that matters whether anybody has passed.
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
    bool unpassed;  /* nobody has passed yet; only where that matters (history_model.first_pass) */
};

/* As consecutive passes are told where a state becomes a number: nobody has passed yet. Rules with
 * points for the first pass tell fewer passes than that. */
#define STATE_UNPASSED 3

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

/* Returns the passes of a state as they are told in numbers: 0 .. 3. */
static inline unsigned state_told_passes(struct state state)
{
    return state.unpassed ? STATE_UNPASSED : state.passes;
}

/* Returns what group element g makes of a state. As long as nobody has passed where that matters,
 * no element that swaps the colours goes with the rules. */
static inline struct state state_map(const struct positions *positions, int g, struct state state)
{
    unsigned swap = (unsigned)group_swaps(g);
    return (struct state){
        .board = position_map(positions, g, state.board),
        .mover = (uint8_t)(state.mover ^ swap),
        .passes = state.passes,
        .ko = position_map_ko(positions, g, state.ko),
        .unpassed = state.unpassed,
    };
}

/* Returns a state as one number. */
static inline uint64_t state_key(struct state state)
{
    return (uint64_t)state.board << 12 | (uint64_t)state.ko << 3 |
           (uint64_t)state_told_passes(state) << 1 | state.mover;
}

#endif
