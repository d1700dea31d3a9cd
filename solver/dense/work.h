/* How long work on dense tables is to be done. */
#ifndef SOLVER_DENSE_WORK_H
#define SOLVER_DENSE_WORK_H

#include <stdbool.h>

struct dense_work {
    int threads;          /* at least 1 */
    bool (*stop)(void *); /* asked now and then, by one thread at a time; may be NULL */
    void *arg;            /* what stop gets */
};

#endif
