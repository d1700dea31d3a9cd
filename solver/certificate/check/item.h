/*
 * What the rules remember of a game, as a check sees it: items, the states that they belong to, and
 * what a play does to them. All of it is read off the ruleset's description (rules/history.h).
 */
#ifndef SOLVER_CERTIFICATE_CHECK_ITEM_H
#define SOLVER_CERTIFICATE_CHECK_ITEM_H

#include "certificate/check/boards.h"
#include "rules/history.h"

/* A node of the game but for its history. */
struct place {
    uint32_t board; /* in struct boards */
    int mover;      /* 0 Black, 1 White */
    int passes;     /* as far as the memory tells them */
    int ko;         /* as struct certificate_node tells it */
};

static inline bool place_equal(const struct place *a, const struct place *b)
{
    return a->board == b->board && a->mover == b->mover && a->passes == b->passes && a->ko == b->ko;
}

/*
 * An item is a board and a kind: the class (bits 0-1), the player (2), a point or KO_SELF of
 * ITEM_PLAY (3-9). States of the line are items of their own, with ITEM_STATE: mover (2), ko (3-9),
 * passes (10-11).
 */
struct item {
    uint32_t board;
    uint16_t kind;
};

#define ITEM_STATE (1u << 15)

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

/* A play and where it leads if it goes on. */
struct step {
    struct place from, to;
    enum move_kind kind;
    int point; /* of a stone */
    int gain;  /* prisoners, Black's view */
    bool ends; /* the pass that ends the game by their number */
    const struct play_rule *rule;
};

/* The item of a state. */
struct item memory_state(const struct place *place);

/* The item of class that a step creates or looks up. */
struct item memory_created(const struct history_model *model, int class, const struct step *step);

/* The item of model->standing at a place. */
struct item memory_standing(const struct history_model *model, const struct place *place);

/* What group element makes of an item. Returns 0, or an error of boards_map(). */
int memory_map(struct boards *boards, const struct history_model *model, int element,
               struct item item, struct item *ret_item);

/* Does the item's counter change its sign with the colours? */
bool memory_is_signed(const struct history_model *model, struct item item);

/* What a step adds to the counter of an item that was there before, Black's view. */
int memory_shift(const struct history_model *model, const struct step *step, struct item item);

/* What becomes of an item that a step creates, clears, or leaves. */
enum memory_fate { FATE_STAYS, FATE_CREATED, FATE_KEPT, FATE_CLEARED };
/* FATE_KEPT: created, but where it is there already its counter goes on. */
enum memory_fate memory_fate(const struct history_model *model, const struct step *step,
                             struct item item);

/*
 * The plays of the mover at place that capture, suicide and simple ko allow, in the order of
 * certificates: points ascending, the pass, the refreshing pass. The number of a play is point,
 * points, points + 1.
 */
struct play_list {
    int count;
    int numbers[SOLVER_MAX_POINTS + 2];
    struct step steps[SOLVER_MAX_POINTS + 2];
};
int memory_plays(struct boards *boards, const struct history_model *model,
                 const struct place *place, struct play_list *ret_plays);

#endif
