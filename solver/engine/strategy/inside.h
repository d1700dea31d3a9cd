/* What the files of strategies.h share. */
#ifndef SOLVER_ENGINE_STRATEGY_INSIDE_H
#define SOLVER_ENGINE_STRATEGY_INSIDE_H

#include "engine/strategy/plan.h"
#include "engine/strategy/strategies.h"
#include "proof/strategy_write.h"

struct strategies {
    struct solver *solver;
    const struct game *game;
    struct bitboard board;
    struct strategy_rules rules;
    struct prover provers[2]; /* the main question's, and that of all others */
    enum colour attackers[2];
    bool open[2];
    enum colour favourite;
    struct strategy_progress shown;
    struct plan root;              /* of the last claim about the root that a plan was made for, */
    bool has_root;                 /* while its prover has not been used for another margin */
    uint64_t counted;              /* of the provers' nodes, those told to the solver */
    uint64_t spent, max_nodes;     /* nodes of all questions; for those of the root */
    int threads;                   /* that were at work together, at most */
    struct strategy_claim *claims; /* their replies are owned */
    size_t claim_count;
};

#endif
