/*
 * A draft: the attacker's replies in a strategy graph (strategy_graph.h) that was not finished when
 * the run was stopped. The next run takes them up without looking for any, and goes on from there.
 *
 * The replies are in the order in which the graph is gone through, depth first from its root, as
 * they are in the canonical copies of the attacker's states. With each goes a part of its state's
 * hash: where that is another one the draft is not of this graph, and is left from there on. A
 * reply that is taken up is a move that may be made and is not excluded. No more is asked of it:
 * the graph is looked through for boards that come back, what does not hold is mended, and the
 * checker of certificates looks at all of it, as where there was no draft.
 */
#ifndef SOLVER_STRATEGY_DRAFT_H
#define SOLVER_STRATEGY_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The reply is not known. */
#define DRAFT_OPEN UINT8_MAX

struct draft_reply {
    uint8_t point; /* of the move; the number of points: a pass */
    uint8_t check; /* of the state's hash */
};

struct strategy_draft {
    uint64_t name; /* of the query, never 0 (prover_name()) */
    bool whole;    /* no board comes back in the graph that may not, and all replies are known */
    uint8_t anew;  /* so often the graph was made anew (strategy_graph.c) */
    struct draft_reply *replies;
    size_t count, room;
    bool is_new;   /* it is not what the store has */
    bool in_store; /* the store has one, this or another */
};

/* Returns 0 or -ENOMEM. */
int draft_add(struct strategy_draft *draft, struct draft_reply reply);

/* Forgets the replies, but not what the store has. */
void draft_clear(struct strategy_draft *draft);

/* Forgets them for good: the store is to do so, too. */
void draft_drop(struct strategy_draft *draft);

void draft_release(struct strategy_draft *draft);

/* Returns a hash of all, by which a draft is known to be whole; never 0. */
uint64_t draft_hash(const struct strategy_draft *draft);

#endif
