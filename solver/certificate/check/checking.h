/* A check under way: shared by check.c (nodes) and claims.c (before and after). */
#ifndef SOLVER_CERTIFICATE_CHECK_CHECKING_H
#define SOLVER_CERTIFICATE_CHECK_CHECKING_H

#include "certificate/check/demands.h"
#include "certificate/format.h"

/* A node that was checked: true under every history that fulfils its demands. */
struct known {
    struct place place;
    struct demand *demands; /* owned; freed after the last use */
    uint32_t demand_count;
    uint32_t uses; /* still to come */
    int16_t bound;
    uint8_t winner;
    bool denies;
};

struct checking {
    const struct certificate *proof;
    struct history_model model;
    struct boards boards;
    struct demand_set gathered; /* of the present node */
    struct known *nodes;
    struct budget budget;
    uint32_t number;
    struct certificate_node node; /* the present one */
    struct error *err;
};

/* A play of the present node and how the certificate answers it. */
struct answer_to {
    int number; /* of the play, see struct play_list */
    const struct step *step;
    const struct certificate_reply *reply;
};

/* Checks all nodes. Returns 0, -EINVAL or -ENOMEM (err). */
int checking_nodes(struct checking *check);

/* One use of a node is over: after the last its demands are freed. */
void checking_use(struct checking *check, struct known *node);

#endif
