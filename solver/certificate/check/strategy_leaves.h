/*
 * Strategy leaves: nodes whose winner goes on by a strategy that the file has once for all leaves
 * of a bound. soundness.md ("Strategy leaves") says what such nodes mean.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_LEAVES_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_LEAVES_H

#include "certificate/check/strategy/check.h"
#include "rules/history_model.h"

/* Bounds that leaves may have: each margin of a board. */
#define STRATEGY_BOUNDS_MOST (2 * SOLVER_MAX_POINTS + 1)

/* The bounds that a node rests on: bit margin + points. */
struct strategy_bounds {
    uint64_t words[(STRATEGY_BOUNDS_MOST + 63) / 64];
};

/* What the strategies of a certificate's leaves come to, and which of them its nodes rest on. */
struct strategy_leaves {
    struct strategy_board board;
    struct strategy_states reach[STRATEGY_BOUNDS_MOST]; /* what the walk of a bound met */
    struct strategy_bounds *nodes;                      /* by number */
    uint32_t node_count;
    struct budget *budget; /* borrowed */
};

/*
 * Reads the leaves of a certificate, whose nodes end at end, and checks the strategies behind them;
 * the replies come from source. Returns 0, -EINVAL (err), -ENOMEM or what ended the budget;
 * strategy_leaves_release() it in any case.
 */
int strategy_leaves_check(struct strategy_leaves *ret_leaves, const struct certificate *certificate,
                          size_t end, const struct strategy_source *source, struct budget *budget,
                          struct error *err);
void strategy_leaves_release(struct strategy_leaves *leaves);

/* The number of a bound among those of a board; the bound is one of its margins. */
static inline int strategy_leaves_number(const struct strategy_leaves *leaves, int bound)
{
    return bound + leaves->board.points;
}

/* A node rests on what a child of it does. */
static inline void strategy_leaves_rest(struct strategy_leaves *leaves, uint32_t node,
                                        uint32_t child)
{
    for (size_t i = 0; i < sizeof(leaves->nodes->words) / sizeof(uint64_t); i++)
        leaves->nodes[node].words[i] |= leaves->nodes[child].words[i];
}

/* Notes that a node, a leaf, rests on its bound. */
static inline void strategy_leaves_rest_on(struct strategy_leaves *leaves, uint32_t node, int bound)
{
    int number = strategy_leaves_number(leaves, bound);
    leaves->nodes[node].words[number / 64] |= 1ull << number % 64;
}

/*
 * Is a turn in the reach of a bound that the node rests on? winner: whose view it is, that of the
 * node turned round by a claim's element or not. Returns 1 or 0, with *ret_bound; or what ended the
 * budget.
 */
int strategy_leaves_reach(const struct strategy_leaves *leaves, uint32_t node,
                          const uint64_t stones[2], int mover, int winner, int *ret_bound);

#endif
