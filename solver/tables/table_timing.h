/*
 * How long the tables of all boards would take on this machine if it has nothing else to do: a
 * short measurement of the work that makes them, scaled.
 */
#ifndef SOLVER_TABLES_TABLE_TIMING_H
#define SOLVER_TABLES_TABLE_TIMING_H

#include "tables/table_size.h"

struct table_timing {
    double probe;     /* seconds that the measurement took */
    double play;      /* seconds for listing a play and looking up where it leads, one thread */
    double closing;   /* seconds for interning all boards, */
    double reverse;   /* for turning the plays round, */
    double attractor; /* for one attractor, */
    double every;     /* and for that of all margins */
};

void table_timing_measure(struct table_timing *ret_times, const struct table_size *plan,
                          const struct positions *positions, int threads);

/* What a search waits for before its first question. */
static inline double table_timing_total(const struct table_timing *times)
{
    return times->closing + times->reverse + times->every + 2 * times->attractor;
}

#endif
