/* Sets of demands, and demands carried over a move. */
#include "certificate/check/demands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/budget.h"

/* A slot is empty unless its round is the set's. */
struct demand_slot {
    uint32_t round, index;
};

#define FIRST_ROOM 256

int demand_set_init(struct demand_set *ret_set, struct budget *budget)
{
    struct demand_set set = {.room = FIRST_ROOM, .mask = 2 * FIRST_ROOM - 1, .round = 1};
    set.budget = budget;
    int r = budget_resize(budget, &set.list, 0, set.room * sizeof(*set.list));
    if (r == 0)
        r = budget_resize(budget, &set.slots, 0, (set.mask + 1) * sizeof(*set.slots));
    if (r < 0) {
        free(set.list);
        return r;
    }
    memset(set.slots, 0, (set.mask + 1) * sizeof(*set.slots));
    *ret_set = set;
    return 0;
}

void demand_set_release(struct demand_set *set)
{
    free(set->list);
    free(set->slots);
    memset(set, 0, sizeof(*set));
}

void demand_set_clear(struct demand_set *set)
{
    set->count = 0;
    if (++set->round == 0) {
        memset(set->slots, 0, (set->mask + 1) * sizeof(*set->slots));
        set->round = 1;
    }
}

static struct demand_slot *find_slot(const struct demand_set *set, struct item item)
{
    size_t at = (size_t)item_hash(item) & set->mask;
    while (set->slots[at].round == set->round &&
           !item_equal(demand_item(&set->list[set->slots[at].index]), item))
        at = (at + 1) & set->mask;
    return &set->slots[at];
}

static int grow(struct demand_set *set)
{
    uint32_t room = 2 * set->room;
    size_t mask = 2 * (size_t)room - 1;
    if (set->room > UINT32_MAX / 8)
        return BUDGET_SPENT;
    int r = budget_resize(set->budget, &set->list, set->room * sizeof(*set->list),
                          room * sizeof(*set->list));
    if (r < 0)
        return r;
    set->room = room;
    r = budget_resize(set->budget, &set->slots, (set->mask + 1) * sizeof(*set->slots),
                      (mask + 1) * sizeof(*set->slots));
    if (r < 0)
        return r;
    set->mask = mask;
    set->round = 1;
    memset(set->slots, 0, (mask + 1) * sizeof(*set->slots));
    for (uint32_t i = 0; i < set->count; i++)
        *find_slot(set, demand_item(&set->list[i])) = (struct demand_slot){set->round, i};
    return 0;
}

int demand_set_add(struct demand_set *set, struct demand demand)
{
    struct demand_slot *slot = find_slot(set, demand_item(&demand));
    if (slot->round == set->round) {
        struct demand *own = &set->list[slot->index];
        own->absent_ok &= demand.absent_ok;
        own->low = demand.low > own->low ? demand.low : own->low;
        own->high = demand.high < own->high ? demand.high : own->high;
        return 0;
    }
    if (set->count == set->room) {
        int r = grow(set);
        if (r < 0)
            return r;
        slot = find_slot(set, demand_item(&demand));
    }
    *slot = (struct demand_slot){set->round, set->count};
    set->list[set->count++] = demand;
    return 0;
}

int demand_map(struct boards *boards, const struct history_model *model, int element,
               const struct demand *demand, struct demand *ret_demand)
{
    struct item item;
    struct demand mapped = *demand;
    if (element == 0) {
        *ret_demand = mapped;
        return 0;
    }
    int r = item_map(boards, model, element, demand_item(demand), &item);
    if (r < 0)
        return r;
    mapped.board = item.board;
    mapped.kind = item.kind;
    if ((element & 1) != 0 && item_is_signed(model, item)) {
        mapped.low = demand_negate_bound(demand->high);
        mapped.high = demand_negate_bound(demand->low);
    }
    *ret_demand = mapped;
    return 0;
}

/* Moves a bound. Returns false if the moved bound cannot be said. */
static bool move_bound(int16_t bound, int by, int16_t *ret_bound)
{
    if (bound == DEMAND_LOW || bound == DEMAND_HIGH) {
        *ret_bound = bound;
        return true;
    }
    int moved = bound + by;
    *ret_bound = (int16_t)moved;
    return moved >= -DEMAND_BOUND && moved <= DEMAND_BOUND;
}

int demand_before(const struct history_model *model, const struct node_step *step,
                  const struct demand *after, struct demand *ret_before)
{
    struct demand before = *after;
    struct item item = demand_item(after), named = item_before(model, step, item);
    bool at_zero = demand_allows(after, true, 0);
    int shift = item_shift(model, step, item);
    before.board = named.board;
    before.kind = named.kind;
    switch (item_fate(model, step, item)) {
    case FATE_CREATED:
        return at_zero ? 0 : -EDOM;
    case FATE_CLEARED:
        return after->absent_ok ? 0 : -EDOM;
    case FATE_KEPT:
        before.absent_ok = at_zero;
        break;
    case FATE_FOLLOWS:
        before.board = item_followed(item).board;
        before.kind = item_followed(item).kind;
        break;
    case FATE_STAYS:
        break;
    }
    if (before.low <= before.high && (!move_bound(after->low, -shift, &before.low) ||
                                      !move_bound(after->high, -shift, &before.high)))
        return BUDGET_SPENT;
    if (demand_is_void(&before))
        return -EDOM;
    *ret_before = before;
    return 1;
}
