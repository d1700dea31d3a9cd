/*
 * Demands: what a node asks of the past under which it is used. A demand speaks of one item: a
 * situation (board, who moves next) in one of the two lists of rule 12, the encounters [12a] or the
 * anchors [12b]. Either the item must be absent; or it must be there, and so must be, for some
 * pairs of players, how many passes more than the other one of them has made since.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_COALITIONS_DEMANDS_H
#define SOLVER_CERTIFICATE_CHECK_COALITIONS_DEMANDS_H

#include "certificate/budget.h"
#include "certificate/format.h"

/* Twice the number of a situation, and 1 for the anchors. */
#define COALITION_ITEM(situation, anchor) (2 * (situation) + ((anchor) ? 1u : 0u))

#define COALITION_ANY INT16_MAX /* a pair that does not matter */
#define COALITION_MOST 30000    /* of a difference that is asked for */

struct coalition_demand {
    uint32_t item;
    bool absent;
    /* Unless absent: passes of i less passes of j since then are at most most[i][j]. */
    int16_t most[PLAYERS_MAX][PLAYERS_MAX];
};

struct coalition_demands {
    struct coalition_demand *list;
    size_t count, room;
};

/* The demands of the node under check: at most one for each item. */
struct coalition_gathered {
    struct coalition_demands demands;
    uint32_t *places; /* of each item: where it stands in the list, plus 1; 0: nowhere */
    size_t items;     /* that there are places for */
};

/* Forgets all that was gathered. */
void coalition_gathered_clear(struct coalition_gathered *gathered);

/* Frees it. */
void coalition_gathered_release(struct coalition_gathered *gathered);

/*
 * Adds a demand: both must hold if there is one on the item. Returns 0; -EDOM: no past fulfils
 * both; -ENOMEM or what ended the budget.
 */
int coalition_gathered_add(struct coalition_gathered *gathered,
                           const struct coalition_demand *demand, struct budget *budget);

/* Is what is asked of the passes fulfilled where nobody has passed since? */
bool coalition_demand_allows_none(const struct coalition_demand *demand);

/* Is it by these passes of each player since then? */
bool coalition_demand_allows(const struct coalition_demand *demand, const int *passes);

/* Turns a demand on passes since then into one before player passed once more. Returns 0 or -EDOM:
 * it cannot be said. */
int coalition_demand_take_back(struct coalition_demand *demand, int player);

/*
 * The demand that player becomes the ko player [12] when the item is found by the play of the last
 * of order, who played last; before him played order[1], and so on. order has count players: all
 * who are active.
 */
struct coalition_demand coalition_demand_ban(uint32_t item, int player, const int *order,
                                             int count);

#endif
