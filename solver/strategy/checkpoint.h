/*
 * Checkpoints: what of a prover outlasts a run (search/persistence.h). These are the states of its
 * table, with what was found of them and where they are; the retracted assumptions; the excluded
 * moves; how much was spent on which query; where its threads were (halted.h); what its estimate
 * has learned; and a draft of the graph that was made (draft.h).
 *
 * Nothing of it is trusted. What is proved counts only when a strategy graph was made of it that
 * the checker of certificates accepts, and a graph is made move by move of what the prover proves
 * (strategy_graph.h). But what is read must not lead astray for good. It does not:
 *
 * - A checkpoint is taken while no thread is at work, and written as a whole: states, retracted
 *   assumptions and excluded moves are of one moment. So a prover that was restored is the one that
 *   was saved, but for states that cannot be read, or have no room. A prover may have forgotten any
 *   state at any time anyway, as its table replaces what took little work.
 * - A retracted assumption stays retracted. Proofs that rest on it may still be in the table, in
 *   the saved one as in the restored one: only those on the path on which it was retracted are
 *   forgotten at once (and a state that is forgotten is in no later checkpoint). Others are found
 *   out when a graph comes to them: what they rest on is no longer assumed, so it is proved, or
 *   they are forgotten, too.
 * - An excluded move stays excluded, or no move does and what failed is forgotten, too
 *   (prover_exclude_none()). What its state had proved by it was forgotten before the checkpoint. A
 *   state may fail because a move is excluded that another query's graph might have. That is true
 *   of the restored prover as of the one that was saved: it finds less, and says nothing wrong.
 * - A proof's order is greater than the orders of the proofs that it rests on, as far as they are
 *   there. New orders are greater than all that are restored. Where a state was left out and is
 *   proved again, it gets a greater order than what rests on it, and its new proof may rest on
 *   that. Then the graph has a cycle, which is found and excluded (strategy_graph.h), as where the
 *   table forgot the state.
 * - What the estimate has learned, and the numbers of open states, steer the search and no more.
 * - Where only part of a checkpoint can be read, the rest is as if it were forgotten. Retracted
 *   assumptions and excluded moves are in its head, without which nothing is read.
 */
#ifndef SOLVER_STRATEGY_CHECKPOINT_H
#define SOLVER_STRATEGY_CHECKPOINT_H

#include "strategy/prover.h"
#include "strategy/prover_table.h"

/* What was spent on a query, in all runs together. */
struct checkpoint_query {
    uint64_t hash;  /* of the query */
    uint64_t nodes; /* CHECKPOINT_REFUSED: the answer is that there is no strategy */
};
#define CHECKPOINT_REFUSED UINT64_MAX
/* The hash of no query: nodes is the number of games that the estimate has learned from. */
#define CHECKPOINT_LEARNED UINT64_C(0x6c6561726e65642e)
/* The hash of no query: nodes is 1 where first numbers go by what proofs took (effort.h). */
#define CHECKPOINT_EFFORT UINT64_C(0x6566666f7274732e)
/* The hash of no query: nodes is the hash of the lesson that the effort was learned from
 * (lesson.h). */
#define CHECKPOINT_LESSON UINT64_C(0x6c6573736f6e732e)
/* Goes into the hash of a query: nodes is 1 where a graph was being made of its proof when the run
 * was stopped. What that takes is no part of what is spent on the query. */
#define CHECKPOINT_MAKING UINT64_C(0x6d616b696e672e2e)
/* Of more queries the oldest are forgotten. */
#define CHECKPOINT_QUERIES_MAX 4096

struct checkpoint_state {
    struct entry_key key;
    bool strict;
    uint8_t most;             /* the binary logarithm of the nodes of the greatest visit */
    uint8_t work;             /* of the last one, as an entry has it */
    uint8_t way;              /* its place in its set; WAY_COUNT: not known */
    uint32_t proof, disproof; /* proof number and disproof number */
    uint32_t order;           /* of a proved state */
};

/* Goes through the states of a prover, while no thread is at work. */
struct checkpoint_states {
    const struct prover *prover;
    size_t place; /* how many entries were passed */
};

void checkpoint_begin(struct checkpoint_states *ret_states, const struct prover *prover);

/* Returns the next state; false if there is none left. */
bool checkpoint_next(struct checkpoint_states *states, struct checkpoint_state *ret_state);

/* Returns what was spent on a query, or a new entry; NULL: no memory. */
struct checkpoint_query *checkpoint_query(struct prover *prover, uint64_t hash);

/* Returns the hash of the lesson that is noted; 0: none. */
uint64_t checkpoint_lesson(const struct prover *prover);

/* Before states are put into it: makes the table as large as the one that was saved, if it may be.
 */
void checkpoint_open(struct prover *prover, uint64_t entries);

/* Puts a state into the table. Returns false if it makes no sense on the prover's board. */
bool checkpoint_restore(struct prover *prover, const struct checkpoint_state *state);

#endif
