/*
 * What dense tables of a board take, told before they are made: memory and disk by the number of
 * boards, time by a short measurement of this machine.
 */
#ifndef SOLVER_DENSE_ESTIMATE_H
#define SOLVER_DENSE_ESTIMATE_H

#include "board/graph.h"
#include "dense/codes.h"

struct dense_estimate {
    double places;    /* of the index */
    double kos;       /* states with a ko; 0 where these do not count */
    double index;     /* bytes: the index, and the states with a ko */
    double margins;   /* bytes: a table of all margins */
    double threshold; /* bytes: one threshold, both players */
    double plies;     /* bytes besides, for its plies */
    double file;      /* bytes on the disk: a finished table of all margins */
    double play;      /* seconds for a play with what it needs to know, one thread */
    double seconds_index;
    double seconds_margins;   /* for all margins */
    double seconds_threshold; /* for one threshold without plies */
};

/* What is known of the board. */
struct dense_estimate_of {
    const struct graph *graph;
    enum suicide suicide;
    double boards; /* legal ones, up to symmetry and colours */
    double plays;  /* of both players on all of them */
    bool simple_ko;
    bool ranked; /* the table of all margins is of boards that are ranked (dense/acyclic.h) */
    int threads;
    double max_bytes; /* of memory, for all of it */
};

/*
 * Estimates it; measures for some hundredths of a second. Returns 0; -E2BIG: the board has too many
 * points; or -ENOMEM.
 */
int dense_estimate_make(struct dense_estimate *ret_estimate, const struct dense_estimate_of *of);

/* Returns about how many bytes the lists of so many boards with so many plays take
 * (dense_sweeps.list_bytes). */
double dense_estimate_lists(double boards, double plays);

/* Returns the part of the time that sweeps take without lists, where half of so many bytes is for
 * lists of that size; with: the part that is left with all of them. */
double dense_estimate_listed(double bytes, double lists, double with);

#endif
