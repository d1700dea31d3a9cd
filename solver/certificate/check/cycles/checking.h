/* A check under rules with cycles, under way: shared by check.c, nodes.c and claims.c. */
#ifndef SOLVER_CERTIFICATE_CHECK_CYCLES_CHECKING_H
#define SOLVER_CERTIFICATE_CHECK_CYCLES_CHECKING_H

#include "base/hashset.h"
#include "certificate/check/cycles/demands.h"
#include "certificate/check/cycles/rules.h"

/* A node that was checked. */
struct checked_cycle_node {
    uint32_t situation; /* its number */
    int winner, bound;
    struct cycle_demands demands;
};

struct cycle_checking {
    const struct certificate *certificate;
    struct cycle_rules rules;
    struct checked_cycle_node *nodes;
    uint32_t checked; /* nodes[0 .. checked - 1] were */
    struct cycle_node_situation *situations;
    uint32_t situation_count;
    size_t situation_room;
    struct hashset set;     /* the situations */
    struct cycle_node node; /* the present one, as it was read */
    size_t turn_room;       /* of its turns */
    struct budget *budget;
    struct error *err;
};

/* All return 0, -EINVAL (err says why), -ENOMEM or what ended the budget (budget.h). */

/* Finds the number of a situation, or gives it one (check.c). */
int cycle_checking_number(struct cycle_checking *check,
                          const struct cycle_node_situation *situation, uint32_t *ret_number);

/* Checks all nodes (nodes.c). */
int cycle_checking_nodes(struct cycle_checking *check);

/* Checks all claims, when all nodes were checked (claims.c). */
int cycle_checking_claims(struct cycle_checking *check);

#endif
