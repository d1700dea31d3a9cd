/*
 * States and items: what the engine calls a node of the game and a piece of its history.
 *
 * A state is all of a node except its history: board, mover, consecutive passes, simple ko. An item
 * is one thing that the ruleset remembers (rules/history.h) as one number; where play can be
 * endless the states of the current line are remembered as items of their own kind, cycle items.
 */
#ifndef SOLVER_ENGINE_STATE_H
#define SOLVER_ENGINE_STATE_H

#include "engine/positions.h"
#include "rules/history.h"

struct state {
    uint32_t board; /* id in struct positions */
    uint8_t mover;  /* enum colour */
    uint8_t passes; /* consecutive normal passes just made: 0 .. passes_to_end - 1 */
    uint8_t ko;     /* as play.ko: what the mover must not play; 0 without simple ko */
};

/*
 * Items: board << 12 | kind. Kinds below 2 * ITEM_CLASSES_MAX are class << 1 | player (player 0
 * where the class has none); kinds from ITEM_CYCLE on are states: ko << 3 | passes << 1 | mover.
 */
#define ITEM_KIND_BITS 12
#define ITEM_CYCLE (1u << 11)

static inline uint64_t item_make(uint32_t board, unsigned kind)
{
    return (uint64_t)board << ITEM_KIND_BITS | kind;
}

static inline unsigned item_kind(uint64_t item)
{
    return (unsigned)(item & ((1u << ITEM_KIND_BITS) - 1));
}

static inline uint32_t item_board(uint64_t item)
{
    return (uint32_t)(item >> ITEM_KIND_BITS);
}

static inline int item_class(uint64_t item)
{
    return (int)(item_kind(item) >> 1);
}

static inline bool item_is_cycle(uint64_t item)
{
    return (item_kind(item) & ITEM_CYCLE) != 0;
}

static inline uint64_t item_of_state(struct state state)
{
    return item_make(state.board, ITEM_CYCLE | (unsigned)state.ko << 3 |
                                      (unsigned)state.passes << 1 | state.mover);
}

/* The item of class that a play by mover onto board creates. */
static inline uint64_t item_created(const struct history_model *model, int class, uint32_t board,
                                    int mover)
{
    unsigned player = 0;
    if (model->classes[class].identity == ITEM_BOARD_NEXT)
        player = (unsigned)!mover;
    else if (model->classes[class].identity == ITEM_BOARD_CREATOR)
        player = (unsigned)mover;
    return item_make(board, (unsigned)class << 1 | player);
}

/* What group element g makes of an item. */
static inline uint64_t item_map(const struct positions *positions,
                                const struct history_model *model, int g, uint64_t item)
{
    unsigned kind = item_kind(item), swap = (unsigned)element_swaps(g);
    if (kind & ITEM_CYCLE) {
        uint8_t ko = position_map_ko(positions, g, (uint8_t)(kind >> 3 & 127));
        kind = ITEM_CYCLE | (unsigned)ko << 3 | ((kind & 7) ^ swap);
    } else if (model->classes[kind >> 1].identity != ITEM_BOARD) {
        kind ^= swap;
    }
    return item_make(position_map(positions, g, item_board(item)), kind);
}

/* What group element g makes of a state. */
static inline struct state state_map(const struct positions *positions, int g, struct state state)
{
    return (struct state){
        .board = position_map(positions, g, state.board),
        .mover = (uint8_t)(state.mover ^ (unsigned)element_swaps(g)),
        .passes = state.passes,
        .ko = position_map_ko(positions, g, state.ko),
    };
}

/* A state as one number. */
static inline uint64_t state_key(struct state state)
{
    return (uint64_t)state.board << 12 | (uint64_t)state.ko << 3 | (uint64_t)state.passes << 1 |
           state.mover;
}

/* The murmur finaliser: spreads a number over 64 bits. */
static inline uint64_t mix64(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ull;
    return x ^ x >> 33;
}

#endif
