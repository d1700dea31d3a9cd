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
    struct prover provers[2]; /* by attacker */
    bool open[2];
    struct plan root;              /* of the last claim about the root that a plan was made for, */
    bool has_root;                 /* while its prover has not been used for another margin */
    uint64_t counted;              /* nodes told to the solver */
    int threads;                   /* that were at work together, at most */
    struct strategy_claim *claims; /* their replies are owned */
    size_t claim_count;
};

#endif
