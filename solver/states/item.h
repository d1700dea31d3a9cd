/*
 * Items: pieces of a history, each as one number. An item is one thing that the ruleset remembers
 * (rules/history_model.h). Where play can be endless the states of the current path are remembered
 * as items of their own kind, cycle items.
 */
#ifndef SOLVER_STATES_ITEM_H
#define SOLVER_STATES_ITEM_H

#include "rules/history_model.h"
#include "states/state.h"

/*
 * An item is board << 16 | kind. Kinds below ITEM_CYCLE are place << 3 | class << 1 | player: the
 * player is 0 where the class has none, the place is that of an ITEM_PLAY or ITEM_POINT_SINCE, told
 * like a ko. Kinds from ITEM_CYCLE on are states: visit << 10 | ko << 3 | passes << 1 | mover,
 * where visit counts how often the state stood on the path before.
 *
 * Those of two boards (ITEM_TWO; ids are below ITEM_TWO_BOARDS) have the second, and 1, or 0 if
 * there is none, in the upper 12 bits of the board and in place of the place. The second is the one
 * that the opponent of the item's player, who made the first, passed on last then. Two more names
 * speak of items without saying where he has passed by now, so that what is proved with them holds
 * wherever that was:
 *
 *   - with ITEM_SECOND_NOW the item whose second board is the one that he passed on last. What a
 *     move looks up and creates has this name;
 *   - with ITEM_IF_MADE the item as it were if its first board were made now: it is there, too,
 *     while he passed last on the second one.
 */
#define ITEM_KIND_BITS 16
#define ITEM_CYCLE (1u << 15)
#define ITEM_TWO (1u << 14)
#define ITEM_IF_MADE (1u << 13)
#define ITEM_SECOND_NOW ((1u << 20) - 1)
#define ITEM_TWO_BOARDS (ITEM_SECOND_NOW - 1)
#define ITEM_VISIT_SHIFT 10
#define VISITS_MAX 31

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

/* Is it an item of two boards? */
static inline bool item_has_two(uint64_t item)
{
    return (item_kind(item) & (ITEM_CYCLE | ITEM_TWO)) == ITEM_TWO;
}

/* Returns the board of an item, of two the first. */
static inline uint32_t item_first_board(uint64_t item)
{
    return item_has_two(item) ? item_board(item) & ((1u << 20) - 1) : item_board(item);
}

/* Returns the second board of an item of two, and 1; 0: none. */
static inline uint32_t item_second_board(uint64_t item)
{
    return item_board(item) >> 20 | (item_kind(item) >> 3 & 255) << 12;
}

static inline uint64_t item_make_two(uint32_t first, uint32_t second, unsigned kind)
{
    return item_make(first | (second & 4095) << 20, kind | ITEM_TWO | (second >> 12) << 3);
}

/* Returns an item of two boards with another second one. */
static inline uint64_t item_with_second(uint64_t item, uint32_t second)
{
    return item_make_two(item_first_board(item), second, item_kind(item) & 7);
}

/* Returns who made the first board of an item of two. */
static inline int item_maker(uint64_t item)
{
    return !(item_kind(item) & 1);
}

static inline bool item_is_if_made(uint64_t item)
{
    return item_has_two(item) && (item_kind(item) & ITEM_IF_MADE) != 0;
}

static inline int item_class(uint64_t item)
{
    return (int)(item_kind(item) >> 1 & 3);
}

/* The point of an ITEM_POINT_SINCE, and the item of class 0 that it goes by. */
static inline int item_point(uint64_t item)
{
    return (int)(item_kind(item) >> 3 & 127) - 1;
}

static inline uint64_t item_of_board(uint64_t item)
{
    return item_make(item_board(item), 0);
}

static inline bool item_is_cycle(uint64_t item)
{
    return (item_kind(item) & ITEM_CYCLE) != 0;
}

static inline uint64_t item_of_visit(struct state state, int visit)
{
    return item_make(state.board, ITEM_CYCLE | (unsigned)visit << ITEM_VISIT_SHIFT |
                                      (unsigned)state.ko << 3 | state_told_passes(state) << 1 |
                                      state.mover);
}

/* Is this cycle item one of the state's visits? */
static inline bool item_is_visit(uint64_t item, struct state state)
{
    uint64_t visits = (uint64_t)VISITS_MAX << ITEM_VISIT_SHIFT;
    return (item & ~visits) == item_of_visit(state, 0);
}

/* Returns the item of a class that a move creates, or looks up. */
static inline uint64_t item_created(const struct history_model *model, int class,
                                    const struct state_move *state_move)
{
    unsigned kind = (unsigned)class << 1;
    switch (model->classes[class].identity) {
    case ITEM_GAME:
        return item_make(0, kind);
    case ITEM_BOARD:
        break;
    case ITEM_BOARD_NEXT:
        kind |= (unsigned)!state_move_mover(state_move);
        break;
    case ITEM_BOARD_CREATOR:
        kind |= (unsigned)state_move_mover(state_move);
        break;
    case ITEM_BOARD_LEFT:
        return item_make(state_move->before, kind | (unsigned)state_move_mover(state_move));
    case ITEM_BOARD_AFTER:
        kind |= (unsigned)!state_move_mover(state_move);
        return item_make_two(state_move->child.board, ITEM_SECOND_NOW, kind);
    case ITEM_BOARD_BARRED:
        kind |= (unsigned)(state_move_mover(state_move) ^ (state_move->kind != MOVE_STONE));
        break;
    case ITEM_POINT_SINCE:
        return item_make(state_move->before, kind | (state_move->point + 1u) << 3);
    case ITEM_PLAY: {
        /* All moves that change nothing are one, from the board to itself. */
        if (state_move->child.board == state_move->before)
            return item_make(state_move->before, kind | KO_SELF << 3);
        unsigned place = state_move->point + 1u;
        return item_make(state_move->before,
                         kind | place << 3 | (unsigned)state_move_mover(state_move));
    }
    }
    return item_make(state_move->child.board, kind);
}

/*
 * Where states of an item of two boards are known after a move of its maker's: returns the item
 * whose state it was before, or 0 if it is there whatever was before. created: the item that the
 * move creates.
 */
static inline uint64_t item_before_move(uint64_t item, uint64_t created,
                                        const struct state_move *state_move)
{
    uint32_t board = state_move->child.board, second = item_second_board(item);
    bool made = item_first_board(item) == board;
    if (item == created)
        return 0;
    if (state_move->kind == MOVE_STONE)
        return made && second != ITEM_SECOND_NOW ? item | ITEM_IF_MADE : item;
    if (second == board + 1 && (made || item_is_if_made(item)))
        return 0;
    return item_with_second(item, second == ITEM_SECOND_NOW ? board + 1 : second);
}

/* Returns the class whose item bars a play by rule, or -1. */
static inline int item_barring_class(const struct play_rule *rule)
{
    int class = 0;
    while (class < ITEM_CLASSES_MAX && (rule->bars >> class & 1) == 0)
        class ++;
    return class < ITEM_CLASSES_MAX ? class : -1;
}

/* Returns what group element g makes of an item. */
static inline uint64_t item_map(const struct positions *positions,
                                const struct history_model *model, int g, uint64_t item)
{
    unsigned kind = item_kind(item), swap = (unsigned)group_swaps(g);
    if (item_has_two(item)) {
        uint32_t second = item_second_board(item);
        if (second != 0 && second != ITEM_SECOND_NOW)
            second = position_map(positions, g, second - 1) + 1;
        return item_make_two(position_map(positions, g, item_first_board(item)), second,
                             (kind & (ITEM_IF_MADE | 7)) ^ swap);
    }
    if (kind & ITEM_CYCLE) {
        uint8_t ko = position_map_ko(positions, g, (uint8_t)(kind >> 3 & 127));
        kind = (kind & ~(127u << 3)) ^ swap;
        kind |= (unsigned)ko << 3;
    } else {
        uint8_t place = position_map_ko(positions, g, (uint8_t)(kind >> 3 & 127));
        enum item_identity identity = model->classes[kind >> 1 & 3].identity;
        if (identity == ITEM_GAME)
            return item;
        if (identity == ITEM_BOARD || identity == ITEM_POINT_SINCE || place == KO_SELF)
            swap = 0;
        kind = (unsigned)place << 3 | ((kind & 7) ^ swap);
    }
    return item_make(position_map(positions, g, item_board(item)), kind);
}

#endif
