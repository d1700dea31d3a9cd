/*
 * The history of the path that is searched: which items are there, with which counters.
 *
 * A counter is stored as the class's running balance at the item's creation, so that a pass shifts
 * all counters of a class in one step; clearing a class starts a new era, in which older items are
 * absent. Both are undone in reverse order. Counters are in Black's view: passes of Black minus
 * White's.
 *
 * Items that follow from others (ITEM_POINT_SINCE) have no entries. One is there if the balance of
 * class 0 at the latest play on its point is beyond that at which the item of its board was made.
 */
#ifndef SOLVER_STATES_HISTORY_H
#define SOLVER_STATES_HISTORY_H

#include "board/move.h"
#include "states/item.h"
#include "states/positions.h"

/* Counters and balances stay within this; a path that would leave it is given up as too long. */
#define BALANCE_LIMIT 15000

struct history_entry {
    uint64_t slot_item; /* item + 1; 0: an empty slot */
    int32_t balance;    /* running balance of the class when created */
    uint32_t era;       /* 0: not there */
};

/* The slots of history.boards. */
#define HISTORY_BOARDS 2048

struct history {
    const struct history_model *model;
    const struct positions *names; /* history_name_boards(); else NULL */
    bool has_points;               /* history_model_has_points() */
    /* How many items were created of boards whose orbit has this hash. Most items that a lemma asks
     * about are absent, and this says so at once, through whatever symmetry they are seen. */
    uint32_t boards[HISTORY_BOARDS];
    int orbit_shift;               /* positions.shift */
    struct history_entry *entries; /* open addressing; slots of undone items are reused */
    size_t mask;                   /* the number of slots, a power of two, less 1 */
    size_t used;                   /* slots that are not empty */
    /* By class; the last one is that of the cycle items. */
    int32_t balance[ITEM_CLASSES_MAX + 1]; /* the sum of all shifts of its counters */
    uint32_t era[ITEM_CLASSES_MAX + 1];    /* in which its items are there */
    uint32_t last_era;                     /* the greatest era of any class */
    uint64_t sum[ITEM_CLASSES_MAX + 1];    /* hash of each class's items, see history_hash() */
    int32_t latest[SOLVER_MAX_POINTS]; /* by point: the balance of class 0 after the latest play on
                                       it; INT32_MIN: none. Only with ITEM_POINT_SINCE */
    /* By colour: the board on which he passed last, and 1; 0 if he has not, or if the rules do not
     * ask (history_model.passed_boards). */
    uint32_t passed[2];
};

/* What a move changed, for history_undo(). */
#define CREATED_MAX 3
struct history_change {
    struct history_entry before[CREATED_MAX];
    uint64_t sum[ITEM_CLASSES_MAX + 1];
    int32_t balance[ITEM_CLASSES_MAX + 1];
    uint32_t era[ITEM_CLASSES_MAX + 1];
    uint32_t last_era;
    int32_t latest; /* of point, before */
    int point;      /* of the play, where history.latest tells of it; else -1 */
    uint32_t passed[2];
    int count;
};

/* Items will be of positions, which are not looked at any more. Returns 0 or -ENOMEM. model is
 * borrowed. */
int history_init(struct history *ret_history, const struct history_model *model,
                 const struct positions *positions);
void history_release(struct history *history);

/* Makes history, which was initialised, the same as from. Returns 0 or -ENOMEM. */
int history_copy(struct history *history, const struct history *from);

/* Returns the model's rule for a move. */
const struct play_rule *history_rule(const struct history_model *model,
                                     const struct state_move *state_move);

/* Returns what a move adds to the counters of a class, as they are stored (Black's view). */
int history_shift(const struct history_model *model, const struct state_move *state_move,
                  int class);

/*
 * Makes a move after which the game goes on: shifts, clears, creates; where the model is endless
 * the child's cycle item is created too. Returns 0, -ENOMEM, or -ERANGE where a balance passes
 * BALANCE_LIMIT, or a board ITEM_TWO_BOARDS where that matters (nothing is changed then).
 */
int history_apply(struct history *history, const struct state_move *state_move,
                  struct history_change *ret_change);

/* Creates the items that the start of the game creates. Returns 0 or -ENOMEM (nothing is changed
 * then), but always 0 where nothing is there. */
int history_start(struct history *history, struct state start, struct history_change *ret_change);

/*
 * Puts item there with counter, whatever was, for a history that no move led to (a lemma is to be
 * proved under the least that it asks). It cannot be taken back. Returns 0 or -ENOMEM.
 */
int history_plant(struct history *history, uint64_t item, int counter);

/* Takes the latest change back. */
void history_undo(struct history *history, const struct history_change *change);

/* Returns whether the item is there; then *ret_counter is its counter. */
bool history_find(const struct history *history, uint64_t item, int *ret_counter);

static inline uint32_t history_board_slot(const struct history *history, uint64_t item)
{
    return (item_first_board(item) >> history->orbit_shift) * 2654435769u >> 21;
}

/* Is it possible that an item is there that a symmetry takes to item? Never wrong if it says no. */
static inline bool history_may_have(const struct history *history, uint64_t item)
{
    return history->boards[history_board_slot(history, item)] != 0 || item_is_if_made(item);
}

/*
 * From now on hashes go by the stones of boards, not by their numbers, which are different in
 * another run: so that what is found under a hash can be kept for one. positions are borrowed.
 */
void history_name_boards(struct history *history, const struct positions *positions);

/* Returns a board's number, or the hash of its stones that stands for it then. */
uint64_t history_board_name(const struct history *history, uint32_t board);

/* Returns a hash of all that is there, with its counters. */
uint64_t history_hash(const struct history *history);

#endif
