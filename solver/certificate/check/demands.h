/*
 * Demands: what a node asks of the history under which it is used. A demand speaks of one item: may
 * it be absent, and between which bounds must its counter lie if it is there (Black's view). Items
 * without a demand do not matter.
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
    uint16_t kind;
    uint16_t absent_ok;
    int16_t low, high; /* low > high: it must be absent */
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

/* No status at all fulfils it. */
static inline bool demand_is_void(const struct demand *demand)
{
    return !demand->absent_ok && demand->low > demand->high;
}

/* A set with at most one demand an item: the intersection of those that were added. */
struct demand_set {
    struct demand *list;
    uint32_t count, room;
    struct demand_slot *slots; /* by hash of the item; of this round only */
    size_t mask;
    uint32_t round;
    struct budget *budget;
};

/* All return 0, -ENOMEM or what ended the budget (budget.h). */
int demand_set_init(struct demand_set *ret_set, struct budget *budget);
void demand_set_release(struct demand_set *set);
int demand_set_clear(struct demand_set *set);
int demand_set_add(struct demand_set *set, struct demand demand);

/* The demand as group element has it. */
int demand_map(struct boards *boards, const struct history_model *model, int element,
               const struct demand *demand, struct demand *ret_demand);

/*
 * What a demand on the history after a step asks of the history before it. Returns 1 and
 * *ret_before, 0 if nothing is asked, or -EDOM: no history before fulfils it, or (a bound beyond
 * DEMAND_BOUND) it cannot be said.
 */
int demand_before(const struct history_model *model, const struct step *step,
                  const struct demand *after, struct demand *ret_before);

#endif
