/*
 * The arena while it is made (arena.h): arrivals without the passes that are no nodes, and which of
 * them have the same future.
 */
#ifndef SOLVER_COUNT_ARENA_DRAFT_H
#define SOLVER_COUNT_ARENA_DRAFT_H

#include "count/arena.h"
#include "count/arrivals.h"

/* No class, and no node. */
#define DRAFT_NONE UINT32_MAX

struct arena_draft {
    struct arrivals arrivals;
    enum arena_measure measure;
    uint32_t count;                   /* of nodes; 0 is the root */
    uint32_t *arrival;                /* by node */
    uint32_t *node;                   /* by arrival; DRAFT_NONE: a pass that is no node */
    uint32_t *first_edge, *first_end; /* by node, and one more */
    struct arena_edge *edges;         /* to nodes */
    uint16_t *ends;
    size_t edge_room, end_room;
    uint32_t *class; /* by node: nodes with the same future have the same; the root is alone */
    uint32_t classes;
    struct count_run *run; /* that may have to stop, or NULL; borrowed */
};

/*
 * Makes the nodes and edges of what can be played from where game stands. Returns 0, -ENOSPC,
 * -EINTR (run must stop) or -ENOMEM; release it in any case.
 */
int arena_draft_init(struct arena_draft *ret_draft, const struct game *game,
                     enum arena_measure measure, size_t max_bytes, struct count_run *run);
void arena_draft_release(struct arena_draft *draft);

/*
 * Finds which nodes have the same future: the same item and guard, the same ends, and as many edges
 * of each length to nodes of each class (the coarsest such partition). Returns 0, -EINTR or
 * -ENOMEM.
 */
int arena_draft_classify(struct arena_draft *draft);

#endif
