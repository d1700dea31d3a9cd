/*
 * What the rules remember of a game, as a check sees it: items with counters, and what a move does
 * to them. All of it follows from the ruleset's description (rules/history_model.h).
 */
#ifndef SOLVER_CERTIFICATE_CHECK_ITEM_H
#define SOLVER_CERTIFICATE_CHECK_ITEM_H

#include "certificate/check/node_state.h"

/*
 * An item is a board and a kind. The kind is the class (bits 0-1), the player (2), and a point or
 * CERTIFICATE_KO_SELF where the class has ITEM_PLAY or ITEM_POINT_SINCE (3-9). The states that
 * stood before are items, too, with ITEM_STATE: mover (2), ko (3-9), passes (10-11).
 *
 * Items of ITEM_BOARD_AFTER are pairs: the board has 20 bits; the other one, on which the player's
 * opponent had passed last, has the 12 above and the kind's bits 3-10: its number and 1, 0 for
 * none, or PAIR_NOW for the one on which he has passed last by now. With PAIR_OR_NOW (11) a pair is
 * also there while he has passed last on that board (soundness.md, "Boards passed on").
 */
struct item {
    uint32_t board;
    uint16_t kind;
};

#define ITEM_STATE (1u << 15)
#define PAIR_NOW ((1u << 20) - 1)
#define PAIR_OR_NOW (1u << 11)
/* Boards of pairs have smaller numbers. */
#define PAIR_BOARDS (PAIR_NOW - 1)

static inline bool item_equal(struct item a, struct item b)
{
    return a.board == b.board && a.kind == b.kind;
}

static inline bool item_is_state(struct item item)
{
    return (item.kind & ITEM_STATE) != 0;
}

static inline int item_class(struct item item)
{
    return item.kind & 3;
}

static inline bool item_is_pair(const struct history_model *model, struct item item)
{
    return !item_is_state(item) && model->classes[item_class(item)].identity == ITEM_BOARD_AFTER;
}

/* Returns the other board of a pair, as the pair tells it. */
static inline uint32_t item_pair_second(struct item item)
{
    return item.board >> 20 | (uint32_t)(item.kind >> 3 & 255) << 12;
}

/* Returns who made the board of a pair, and so whose passes count. */
static inline int item_pair_maker(struct item item)
{
    return !(item.kind >> 2 & 1);
}

/* Returns the pair with another second board, and without PAIR_OR_NOW. */
struct item item_pair_with_second(struct item item, uint32_t second);

static inline uint64_t item_hash(struct item item)
{
    uint64_t hash = ((uint64_t)item.board << 16 | item.kind) * 0x9e3779b97f4a7c15ull;
    return hash >> 32 ^ hash >> 13;
}

/* Returns the item of a state. */
struct item item_of_state(const struct node_state *state);

/* Returns the item of a class that a step creates or looks up. */
struct item item_created(const struct history_model *model, int class,
                         const struct node_step *step);

/* Is there an item that makes a step illegal while it is there? Sets *ret_item to it. */
bool item_barring(const struct history_model *model, const struct node_step *step,
                  struct item *ret_item);

/* Returns the item of model->always_there in a state. */
struct item item_always_there(const struct history_model *model, const struct node_state *state);

/* Finds what a group element makes of an item. Returns as boards_map(). */
int item_map(struct boards *boards, const struct history_model *model, int element,
             struct item item, struct item *ret_item);

/* Does the item's counter change its sign with the colours? */
bool item_is_signed(const struct history_model *model, struct item item);

/* Returns what a step adds to the counter of an item that was there before, Black's view. */
int item_shift(const struct history_model *model, const struct node_step *step, struct item item);

/* Returns the item of class 0 of the board of an ITEM_POINT_SINCE. */
struct item item_followed(struct item item);

/* What a step does to an item. */
enum item_fate {
    FATE_STAYS,
    FATE_CREATED, /* with counter 0 */
    FATE_FOLLOWS, /* it is there after the step if item_followed() was there before */
    FATE_KEPT,    /* created, but where it is there already its counter goes on */
    FATE_CLEARED,
};
enum item_fate item_fate(const struct history_model *model, const struct node_step *step,
                         struct item item);

/* Returns the item whose status before a step is that of item after it, if that stays. */
struct item item_before(const struct history_model *model, const struct node_step *step,
                        struct item item);

#endif
