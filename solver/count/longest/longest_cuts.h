/*
 * What every game keeps and an assignment (longest_match.h) may not, as inequalities over its
 * links, each with a price for breaking it (Lagrange). Two kinds:
 *
 *  - a set of vertices without the root, and one of them, the target: if the game enters the target
 *    it enters the set from outside. So: links from outside into the set, less links into the
 *    target, are at least 0.
 *  - vertices that share an item: the game enters one of them at most.
 *
 * An inequality stands for its images under the symmetries of the graph, too: they have one price.
 */
#ifndef SOLVER_COUNT_LONGEST_CUTS_H
#define SOLVER_COUNT_LONGEST_CUTS_H

#include "count/longest/longest_match.h"

struct longest_term {
    uint32_t link;
    int32_t factor;
};

/* The sum of the terms is at least least. */
struct longest_cut {
    uint32_t target; /* LONGEST_NONE: the members share an item */
    uint32_t first_member, members;
    uint32_t first_term, terms;
    int64_t least;
    int64_t price; /* in the unit of longest_match's worth; at least 0 */
};

struct longest_cuts {
    const struct longest_graph *graph;
    struct longest_cut *list;
    uint32_t count;
    uint32_t *members;
    struct longest_term *terms;
    size_t room, member_count, member_room, term_count, term_room;
    int32_t *factor;   /* by link: of the terms being added */
    uint32_t *touched; /* the links of which some were added; one may come twice */
    size_t touched_count, touched_room;
    bool *inside;                  /* by vertex: it is in the set at hand */
    uint32_t *first_into, *arc_of; /* by vertex, and one more: where the arcs into it begin */
    uint32_t link_count;
};

/* Begins with the inequalities of shared items. Returns 0 or -ENOMEM; release it in either case. */
int longest_cuts_init(struct longest_cuts *ret_cuts, const struct longest_match *match);
void longest_cuts_release(struct longest_cuts *cuts);

/* Adds a set and its target, one of the set's, with price 0. Returns 0, -EINVAL (the root is in the
 * set) or -ENOMEM. */
int longest_cuts_add(struct longest_cuts *cuts, const struct longest_match *match,
                     const uint32_t *members, uint32_t count, uint32_t target);

/* Adds each price to the worth of the links, and returns what the bound gets besides. */
int64_t longest_cuts_charge(const struct longest_cuts *cuts, struct longest_match *match);

#endif
