/*
 * Paths and games within a set of items, from one arrival: the recursion that
 * count/histories/returns.h tells of.
 */
#ifndef SOLVER_COUNT_RETURNS_WITHIN_H
#define SOLVER_COUNT_RETURNS_WITHIN_H

#include "count/histories/history_walk.h"
#include "count/histories/returns_components.h"
#include "count/histories/returns_graph.h"
#include "count/histories/returns_memo.h"

/* What is at hand for one (v, C) that is being counted. */
struct returns_level {
    struct returns_components components;
    struct returns_result result;
    uint64_t *left;            /* C without v's item */
    uint64_t *image;           /* for the key */
    uint64_t *key;             /* for the key */
    uint64_t *component;       /* the present one */
    struct returns_rows enter; /* by arrival: paths that go there, from v or another component */
    struct returns_rows stay;  /* by arrival of the present component: paths that end there */
};

struct returns_run {
    struct returns_graph graph;
    struct history_walk *walk;
    struct count_run *run;
    size_t words;
    struct returns_memory memory; /* of the graph, the lists, the levels and the memo */
    int32_t most;                 /* shift of a path */
    uint32_t *first;              /* by item: where its arrivals begin, in of_item */
    uint32_t *of_item;            /* arrivals */
    uint64_t *leads;              /* [item * words]: the items to which its arrivals lead */
    uint64_t *preset;             /* items that are there before the first arrival */
    int32_t *counters;            /* their counters */
    mpz_t *alone;                 /* by node: games of who goes on alone; 0: not known */
    struct returns_memo memo;
    struct returns_level **levels;
    size_t level_count;
    uint64_t steps;
};

/* Makes the scratch of the first level. Returns 0, -ENOSPC (memory.most) or -ENOMEM. */
int returns_within_init(struct returns_run *run);

/* Frees the scratch of all levels. */
void returns_within_release(struct returns_run *run);

/* Counts the paths from the root that stay in the set, and the games that end or return there.
 * The result lasts until the release. Returns 0, -ERANGE, -EINTR, -ENOSPC (memory.most) or
 * -ENOMEM. */
int returns_within_count(struct returns_run *run, uint32_t root, const uint64_t *set,
                         const struct returns_result **ret_result);

/* Adds the games of paths that end at x and return to an item, which had this counter at their
 * beginning. */
void returns_within_add(const struct returns_run *run, uint32_t x, uint32_t item, int32_t counter,
                        const struct returns_row *row, mpz_t games);

static inline bool returns_within_has(const uint64_t *set, uint32_t item)
{
    return item != HISTORY_NONE && (set[item / 64] >> (item % 64) & 1) != 0;
}

#endif
