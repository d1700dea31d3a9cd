/*
 * What of a prover outlasts a run (search/persistence.h): the states of which some visit took some
 * work, with what was found of them, the grants that were withdrawn, the plays that were barred,
 * and how much was spent on which question.
 *
 * Nothing of it is trusted: what is proved counts once a plan was made of it that the checker of
 * certificates accepts, and a plan is made of what the prover proves, play by play
 * (strategy_graph.h). What is read must only not lead astray for good. That it does not:
 *
 * - A snapshot is taken while no thread is at work, and written as a whole: states, withdrawn
 *   grants and barred plays are of one moment. So a prover that was restored is the one that was
 *   saved, but for states that are left out; and a prover may have forgotten any state at any time,
 *   as its table replaces what took little work.
 * - A withdrawn grant stays withdrawn. Proofs that rest on it may be in the table still, in the
 *   saved one as in the restored one: only those on the line on which it was withdrawn are
 *   forgotten at once (and a state that is forgotten is in no later snapshot). Others are found out
 *   when a plan comes to them: what they rest on is not granted any more, so it has to be proved,
 *   or they are forgotten, too.
 * - A barred play stays barred; what its state had proved by it was forgotten before the snapshot.
 *   That a state fails as a play is barred, which another question's plan might have made, is true
 *   of the restored prover as of the one that was saved: it finds less, and says nothing wrong.
 * - A proof's order is greater than those of the proofs it rests on, as far as they are there. New
 *   numbers are greater than all that are restored. Where a state was left out and is proved again
 *   it gets a greater number than what rests on it, and its new proof may rest on that: the plan
 *   then has a cycle, which is found and barred (strategy_graph.h), as where the table forgot it.
 * - Where only part of a snapshot can be read, the rest is as if it were forgotten. Withdrawn
 *   grants and barred plays are in its head, without which nothing is read.
 */
#ifndef SOLVER_STRATEGY_CHECKPOINT_H
#define SOLVER_STRATEGY_CHECKPOINT_H

#include "strategy/prover.h"

/* Where not all states are kept: the least work of those that are, nodes of a visit; and what the
 * plays of one of them lead to, on the average, that is kept, too. */
#define CHECKPOINT_NODES 16
#define CHECKPOINT_SUCCESSORS 5

/* What was spent on a question, all runs together. */
struct checkpoint_query {
    uint64_t hash;  /* of the question */
    uint64_t nodes; /* CHECKPOINT_REFUSED: the answer is that there is no strategy */
};
#define CHECKPOINT_REFUSED UINT64_MAX
/* No question: the games that the estimate had learned from, instead of nodes. */
#define CHECKPOINT_LEARNED UINT64_C(0x6c6561726e65642e)
/* The oldest of more are forgotten. */
#define CHECKPOINT_QUERIES_MAX 4096

struct checkpoint_state {
    struct entry_key key;
    bool strict;
    uint8_t most; /* the binary logarithm of the nodes that a visit took at most */
    uint32_t proof, disproof;
    uint32_t order; /* of what is proved */
};

/*
 * The states of a prover that are kept: all where they are not more than `most`. Else, about so
 * many: those of which some visit took CHECKPOINT_NODES, or more than that, and what the plays of
 * those of them lead to that are not decided, however little that took: the search will be there
 * again, and would look into each anew. Done while no thread is at work. checkpoint_begin() returns
 * 0 or -ENOMEM; checkpoint_next() false where there is none left.
 */
struct checkpoint_states {
    const struct prover *prover;
    uint64_t *selected; /* a bit for each entry of the table */
    size_t place;
};

int checkpoint_begin(struct checkpoint_states *ret_states, const struct prover *prover,
                     size_t most);
bool checkpoint_next(struct checkpoint_states *states, struct checkpoint_state *ret_state);
void checkpoint_end(struct checkpoint_states *states);

/* What was spent on a question, or a new entry; NULL: no memory. */
struct checkpoint_query *checkpoint_query(struct prover *prover, uint64_t hash);

/* Puts a state into the table, if it makes sense on the prover's board. */
bool checkpoint_restore(struct prover *prover, const struct checkpoint_state *state);

#endif
