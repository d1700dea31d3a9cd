/* A table on its way into a store or out of it: for the files of strategies.h. */
#ifndef SOLVER_STORE_STRATEGIES_SAVING_H
#define SOLVER_STORE_STRATEGIES_SAVING_H

#include "store/strategies/strategies.h"

struct prover_saving {
    struct store *store;
    const struct prover *prover;
    char name[DATABASE_NAME_MAX];
    struct record_shape shape;
    struct strategies_id id;
    struct strategies_head head;
    struct checkpoint_states states;
    enum strategies_kind what; /* chunks of what are saved: the table, its lesson, its weights */
    const struct strategy_draft *strategy; /* that was made, where this is saved */
    size_t place; /* the state of the lesson, or the weight, that comes next */
    struct bytes chunk;
};

/* Prepares for the table of a query. Returns 0 or -EINVAL. */
int strategies_begin(struct prover_saving *saving, struct store *store, const struct graph *graph,
                     enum colour attacker, const struct prover *prover);

void strategies_load(struct persistence *persistence, const struct graph *graph,
                     enum colour attacker, struct prover *prover);
void strategies_save(struct persistence *persistence, const struct graph *graph,
                     enum colour attacker, struct prover *prover);
bool strategies_load_made(struct persistence *persistence, const struct graph *graph,
                          enum colour attacker, const struct prover *prover, uint64_t name,
                          struct strategy_draft *ret_strategy);
void strategies_save_made(struct persistence *persistence, const struct graph *graph,
                          enum colour attacker, const struct prover *prover,
                          const struct strategy_draft *strategy);

#endif
