/*
 * Demands: what a node asks of the history under which it is used. A demand speaks of one item. It
 * says whether the item may be absent, and between which bounds its counter must lie if the item is
 * there (Black's view). Items without a demand do not matter.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_DEMANDS_H
#define SOLVER_CERTIFICATE_CHECK_DEMANDS_H

#include "certificate/check/item.h"

/* Open ends; other bounds stay within DEMAND_BOUND. */
#define DEMAND_LOW INT16_MIN
#define DEMAND_HIGH INT16_MAX
#define DEMAND_BOUND 32000

struct demand {
    uint32_t board; /* of the item */
    uint16_t kind;  /* of the item */
    uint16_t absent_ok;
    int16_t low, high; /* low > high: the item must be absent */
};

static inline struct item demand_item(const struct demand *demand)
{
    return (struct item){demand->board, demand->kind};
}

static inline struct demand demand_make(struct item item, bool absent_ok, int low, int high)
{
    return (struct demand){item.board, item.kind, absent_ok, (int16_t)low, (int16_t)high};
}

static inline bool demand_allows(const struct demand *demand, bool present, int counter)
{
    return present ? counter >= demand->low && counter <= demand->high : demand->absent_ok != 0;
}

/* Does no status at all fulfil the demand? */
static inline bool demand_is_void(const struct demand *demand)
{
    return !demand->absent_ok && demand->low > demand->high;
}

/* Returns a bound as it is with the colours swapped. */
static inline int16_t demand_negate_bound(int bound)
{
    if (bound == DEMAND_LOW)
        return DEMAND_HIGH;
    return bound == DEMAND_HIGH ? DEMAND_LOW : (int16_t)-bound;
}

/*
 * A set with at most one demand an item: the intersection of those that were added. It is cleared
 * for every node: so its slots hold the round in which they were filled, and are not wiped.
 */
struct demand_set {
    struct demand *list;
    uint32_t count, room;
    struct demand_slot *slots; /* by hash of the item */
    size_t mask;               /* the number of slots, a power of two, less 1 */
    uint32_t round;            /* slots of other rounds are empty */
    struct budget *budget;     /* borrowed */
};

/* All return 0, -ENOMEM or what ended the budget (budget.h). */
int demand_set_init(struct demand_set *ret_set, struct budget *budget);
void demand_set_release(struct demand_set *set);
void demand_set_clear(struct demand_set *set);
int demand_set_add(struct demand_set *set, struct demand demand);

/* Finds what a group element makes of a demand. Returns as boards_map(). */
int demand_map(struct boards *boards, const struct history_model *model, int element,
               const struct demand *demand, struct demand *ret_demand);

/*
 * Finds what a demand on the history after a step asks of the history before it. Returns 1 and sets
 * *ret_before; 0 if nothing is asked; -EDOM if no history before fulfils it; BUDGET_SPENT if it
 * cannot be said (a bound beyond DEMAND_BOUND): then nothing is known.
 */
int demand_before(const struct history_model *model, const struct node_step *step,
                  const struct demand *after, struct demand *ret_before);

#endif
