/*
 * A thread's part of a search: its path, the nodes on it, and what it gathers.
 *
 * While several threads are at work (search->in_region) these alone change and are seen by other
 * threads: situations, lemmas and proof numbers, each as its header says; the marks; and the atomic
 * fields of struct cycle_search. What else that holds stands still.
 *
 * While a thread is inside a node the others take the node for harder to prove and to disprove, so
 * that they part, and come to it all the same when it is by far the best (virtual numbers: Kaneko
 * 2010). That a node is proved is written to the table of proof numbers, too, for the others: they
 * look for its lemma then, and believe nothing else.
 */
#ifndef SOLVER_CYCLES_WORKER_H
#define SOLVER_CYCLES_WORKER_H

#include "cycles/gather.h"
#include "cycles/search.h"

/* A move from a node of the path. */
struct cycle_child {
    struct cycle_edge edge;
    struct cycle_lemma *lemma; /* what proved it; NULL: an end */
    struct dfpn_numbers numbers;
    uint64_t name; /* in the table of numbers; 0: it has none there */
};

/* One node: its children are children[first .. first + count - 1]. */
struct cycle_search_node {
    size_t first, count;
    int wanted; /* what the attacker must gain from here */
    bool attacks;
    uint64_t name;               /* in the table of numbers */
    struct dfpn_numbers numbers; /* for proving that the attacker gains it */
};

struct cycle_worker {
    struct cycle_search *search;
    struct cycle_game game; /* a copy */
    struct cycle_gathering gathering;
    struct cycle_child *children; /* of all nodes of the path */
    size_t child_count, child_capacity;
    struct cycle_edge *edges; /* scratch: one node's */
    uint64_t next_check;      /* of the clock, by the search's nodes */
    enum stop_reason stopped;
    int result;                 /* of the query: 1 proved, 0 not, -EAGAIN stopped */
    struct cycle_lemma *proved; /* of the node just proved */
};

/* Returns NULL if there is no memory. */
struct cycle_worker *cycle_worker_new(struct cycle_search *search);
void cycle_worker_free(struct cycle_worker *worker);

/* Bytes held. */
size_t cycle_worker_bytes(const struct cycle_worker *worker);

/* What the attacker gains by a move. */
static inline int cycle_worker_gain(const struct cycle_worker *worker,
                                    const struct cycle_edge *edge)
{
    return worker->search->attacker == 0 ? edge->gain : -edge->gain;
}

/* Looks for a proof that the search's attacker gains so much from where its game stands, until it
 * is found or not, a limit stops it or another worker is done. Sets result, stopped and proved. */
void cycle_worker_run(struct cycle_worker *worker, int wanted);

#endif
