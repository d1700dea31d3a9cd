/* A check under way: what check.c prepares, nodes.c and replies.c go through and claims.c uses. */
#ifndef SOLVER_CERTIFICATE_CHECK_CHECKING_H
#define SOLVER_CERTIFICATE_CHECK_CHECKING_H

#include "certificate/check/demands.h"
#include "certificate/check/strategy_leaves.h"
#include "certificate/format.h"

/* A node that was checked: it is true under every history that fulfils its demands. */
struct checked_node {
    struct node_state state;
    struct demand *demands; /* owned; freed after the last use */
    uint32_t demand_count;
    uint32_t uses;  /* that are still to come */
    int16_t bound;  /* what the winner gets at least from here on, in his view */
    uint8_t winner; /* 0 Black, 1 White */
    bool denies;
};

struct checking {
    const struct certificate *certificate;
    struct history_model model;
    struct boards boards;
    struct demand_set gathered; /* what the present node demands */
    struct checked_node *nodes; /* one for each of the certificate's */
    struct budget budget;
    const struct strategy_source *source; /* of the strategies of leaves */
    struct strategy_leaves leaves;        /* all zero where there are none */
    uint32_t number;                      /* of the present node */
    struct certificate_node node;         /* the present one, as it was read */
    struct error *err;
};

/* A move of the present node and how the certificate answers it. */
struct answered_move {
    int number; /* of the move, see struct node_moves */
    const struct node_step *step;
    const struct certificate_reply *reply;
};

/*
 * Notes why the present node is refused. The text begins with the node's number, and with the move
 * where there is one (move may be NULL). Returns -EINVAL.
 */
int checking_refuse(struct checking *check, const struct answered_move *move, const char *format,
                    ...) __attribute__((format(printf, 3, 4)));

/* All that follow return 0, -EINVAL (err says why), -ENOMEM or what ended the budget. */

/* Checks all nodes (nodes.c). */
int checking_nodes(struct checking *check);

/* Checks one reply of the present node, and adds what it demands (replies.c). */
int checking_reply(struct checking *check, const struct answered_move *move);

/* Returns 0; -EFBIG if there are more boards than pairs can tell apart, which says nothing of the
 * certificate (nodes.c). */
int checking_pairs_fit(const struct checking *check);

/* Checks all claims, when all nodes were checked (claims.c). */
int checking_claims(struct checking *check);

/* Ends one use of a node: after the last its demands are freed. */
void checking_end_use(struct checking *check, struct checked_node *node);

#endif
