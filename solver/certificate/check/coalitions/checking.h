/* A check of values by coalition, under way: shared by check.c, nodes.c and claims.c. */
#ifndef SOLVER_CERTIFICATE_CHECK_COALITIONS_CHECKING_H
#define SOLVER_CERTIFICATE_CHECK_COALITIONS_CHECKING_H

#include "base/hashset.h"
#include "certificate/check/coalitions/demands.h"
#include "certificate/check/coalitions/rules.h"

/* A node that was checked. */
struct checked_coalition_node {
    struct coalition_state state;
    unsigned members;
    bool held;
    enum certificate_payoff payoff;
    int bound;
    bool used; /* a later node or a claim refers to it */
    struct coalition_demands demands;
};

/* What an item is about. */
struct coalition_situation {
    uint64_t stones[PLAYERS_MAX];
    int next;
};

struct coalition_checking {
    const struct certificate *certificate;
    struct coalition_rules rules;
    struct checked_coalition_node *nodes;
    uint32_t checked; /* nodes[0 .. checked - 1] were */
    struct coalition_situation *situations;
    uint32_t situation_count;
    size_t situation_room;
    struct hashset set; /* the situations */
    struct coalition_gathered gathered;
    struct coalition_node node; /* the present one, as it was read */
    struct budget *budget;
    struct error *err;
};

/* All return 0, -EINVAL (err says why), -ENOMEM or what ended the budget (budget.h). */

/* Finds the number of the situation of a state, or gives it one (check.c). */
int coalition_checking_number(struct coalition_checking *check, const struct coalition_state *state,
                              uint32_t *ret_number);

/* Checks all nodes (nodes.c). */
int coalition_checking_nodes(struct coalition_checking *check);

/* Checks all claims, when all nodes were checked (claims.c). */
int coalition_checking_claims(struct coalition_checking *check);

#endif
