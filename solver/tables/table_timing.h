/*
 * How long the tables of all boards would take on this machine if it has nothing else to do: a
 * short measurement of the work that makes them, scaled.
 */
#ifndef SOLVER_TABLES_TABLE_TIMING_H
#define SOLVER_TABLES_TABLE_TIMING_H

#include "tables/table_size.h"

struct table_timing {
    double measuring;   /* seconds that the measurement took */
    double move;        /* seconds for listing a move and looking up where it leads, one thread */
    double enumeration; /* seconds for enumerating all boards */
    double reverse;     /* seconds for turning the moves round */
    double attractor;   /* seconds for one attractor */
    double every;       /* seconds for the attractor of all margins */
};

void table_timing_measure(struct table_timing *ret_times, const struct table_size *size,
                          const struct positions *positions, int threads);

/* Returns the seconds that a search waits for before its first query. */
static inline double table_timing_total(const struct table_timing *times)
{
    return times->enumeration + times->reverse + times->every + 2 * times->attractor;
}

#endif
