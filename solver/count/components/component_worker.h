/*
 * One thread of a search by components (components.h), and what all of them share. The search
 * itself is component_walks.inc, compiled for several sizes of sets.
 */
#ifndef SOLVER_COUNT_COMPONENT_WORKER_H
#define SOLVER_COUNT_COMPONENT_WORKER_H

#include <stdatomic.h>

#include "count/components/cells.h"
#include "count/components/component_graph.h"
#include "count/components/component_keep.h"
#include "count/components/memo.h"
#include "count/run.h"

/* Components of fewer nodes are not looked up. */
#define COMPONENT_LOOKUP_LEAST 4
/* In components of so many nodes the threads take different orders. */
#define COMPONENT_SHARED_LEAST 12

/* What all threads share. */
struct component_search {
    const struct component_graph *graph;
    struct cell_shape shape;
    struct memo *memo;
    struct component_keep keep; /* what outlasts the run */
    struct count_run *run;
    atomic_bool stopped;  /* all give up: one is done, or must stop, or a number grew too large */
    atomic_bool wanted;   /* the first worker lacks memory: a helper is to leave */
    atomic_bool leaving;  /* a helper does */
    atomic_uint helpers;  /* workers that have begun and not ended, but for the first */
    atomic_uint gone;     /* helpers that have ended */
    atomic_bool overflow; /* a number grew too large */
    atomic_bool full;     /* the first worker alone would hold more than max_bytes */
    atomic_bool failed;   /* the machine has no memory even for the first worker alone */
    atomic_uint_fast64_t nodes;
    size_t max_bytes;          /* 0: no limit */
    size_t memo_bytes;         /* of them, what the memo may hold */
    atomic_size_t other_bytes; /* that are held besides the memo */
};

/* What a thread needs at one depth of the search. */
struct component_frame {
    uint64_t *arrivals; /* a cell for each node: walks that arrive at it, this arrival included */
    uint64_t *result;   /* a cell for each node: what follows one arrival */
    uint64_t *image;    /* the same, of the canonical image */
    uint64_t *blocks;   /* sets, in the order in which walks come through them */
    uint32_t *tasks;    /* pairs of a block and a node in it */
    uint8_t *bytes;     /* of packed cells */
    /* What of it was ever written to, and so takes memory. */
    uint64_t *walked;      /* nodes of sets that were walked through */
    uint64_t *with_result; /* nodes of sets that have a result */
    size_t block_count;
    size_t packed; /* bytes */
};

struct component_worker {
    struct component_search *search;
    struct component_frame *frames; /* by depth */
    uint64_t *cells;                /* what it finds: a cell for each node */
    size_t depth, frame_count;
    unsigned number; /* of the thread; 0 asks for the time and reports, the others are helpers */
    uint64_t random;
    uint64_t nodes;    /* that it looked into */
    uint64_t reported; /* of them, in search->nodes */
    uint64_t look_at;  /* at so many nodes it looks at the clock again */
    uint64_t between;  /* nodes from look to look */
    double looked;     /* when it last did */
    size_t bytes;      /* that it holds */
    bool left;         /* it gives up, for the others to have its memory */
    bool overflow;
};

/* Words of a cell for each node: what a worker finds, and what takes it. */
static inline size_t component_worker_words(const struct component_graph *graph,
                                            const struct cell_shape *shape)
{
    return (size_t)graph->arena->count * shape->words;
}

/* Returns the bytes that a thread holds for a depth of the search, and for itself. */
size_t component_worker_frame_bytes(const struct component_graph *graph,
                                    const struct cell_shape *shape);
size_t component_worker_bytes(const struct component_graph *graph, const struct cell_shape *shape);

/*
 * Makes the worker of a thread. Returns false where memory lacks for it, or all are stopped. End it
 * in either case: then its nodes are in search->nodes, and its memory is there for the others.
 */
bool component_worker_begin(struct component_worker *ret_worker, struct component_search *search,
                            unsigned number);
void component_worker_end(struct component_worker *worker);

/*
 * The following take memory. Where it lacks, or more than max_bytes would be held, a helper leaves;
 * if it is the first worker that lacks it, others leave, and the worker goes on; where there are
 * none all are stopped. They fail where the worker must give up.
 */

/* Makes the frame of the worker's depth, for the nodes of set. NULL: failed. */
struct component_frame *component_worker_frame(struct component_worker *worker,
                                               const uint64_t *set);

/* Counts so many blocks of the frame as held. */
bool component_worker_blocks(struct component_worker *worker, struct component_frame *frame,
                             size_t count);

/* Counts the result of a set in the frame, which is packed into size bytes, as held. */
bool component_worker_result(struct component_worker *worker, struct component_frame *frame,
                             const uint64_t *set, size_t size);

/* Must the worker give up? Counts a node, and now and then asks for the time. */
bool component_worker_stops(struct component_worker *worker);

/* The same of a worker that has counted its node. Cells may be large: who goes on with those that
 * are worthless may take many times as long to come to an end as he had to count. */
static inline bool component_worker_stopped(const struct component_worker *worker)
{
    return worker->left || atomic_load_explicit(&worker->search->stopped, memory_order_relaxed);
}

/* The hash of a key of the memo. */
static inline uint64_t component_worker_hash(const uint64_t *key, size_t words)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    hash *= 0xff51afd7ed558ccdu;
    return hash ^ hash >> 29;
}

/*
 * Sets the cell of each node of set (ret_cells, a cell for each node of the arena) to the walks
 * that arrive at it, after an arrival at node, which may or may not be in set, over nodes of set
 * alone. If the search is stopped meanwhile the cells are worthless.
 */
typedef void component_walks(struct component_worker *worker, uint32_t node, const uint64_t *set,
                             uint64_t *ret_cells);

/* By the words of a set and whether cells are CELL_NUMBERS. */
component_walks component_walks_numbers_1, component_walks_numbers_2, component_walks_numbers_4,
    component_walks_any;

/* The same by the memo: node is in set. */
component_walks component_walks_kept_numbers_1, component_walks_kept_numbers_2,
    component_walks_kept_numbers_4, component_walks_kept_any;

#endif
