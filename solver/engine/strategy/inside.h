/* What the files of strategies.h share. */
#ifndef SOLVER_ENGINE_STRATEGY_INSIDE_H
#define SOLVER_ENGINE_STRATEGY_INSIDE_H

#include "engine/strategy/plan.h"
#include "engine/strategy/strategies.h"
#include "proof/strategy_write.h"

/* An attacker's plan from the root. It outlasts what its prover knew. */
struct root_plan {
    struct plan plan;
    int margin; /* his view */
    bool made;
};

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
    struct root_plan roots[2];     /* by attacker: of his last claim about the root */
    uint64_t counted;              /* of the provers' nodes, those told to the solver */
    uint64_t spent, max_nodes;     /* nodes of all questions; for those of the root */
    int threads;                   /* that were at work together, at most */
    struct strategy_claim *claims; /* their replies are owned */
    size_t claim_count;
    size_t missing; /* halves of the root's value without a claim */
};

#endif
