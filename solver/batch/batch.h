/*
 * Many queries, a JSON object a line, and an answer a line for each. One thread reads; others
 * answer, each a query at a time, so that answers may come in another order than queries. They
 * share a cache of what was searched, and a store. What is wrong with a line is an answer, too, and
 * the next line is read.
 */
#ifndef SOLVER_BATCH_BATCH_H
#define SOLVER_BATCH_BATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "solve.h"

struct batch_options {
    int in;    /* read from this file */
    FILE *out; /* answers go there, flushed after each */
    int threads;
    uint64_t memory;                /* bytes of all runs and of the cache together */
    double max_seconds;             /* of all; 0: as long as it takes */
    struct solve_store *store;      /* NULL: none */
    const char *store_name;         /* that answers give it; NULL: none */
    const atomic_bool *interrupted; /* the wish to stop; polled */
};

/* How a batch ended. */
struct batch_done {
    size_t answers; /* lines that were written */
    bool stopped;   /* by the wish, or by max_seconds: lines may be left, or answered in part */
    bool timed_out; /* by max_seconds */
};

/*
 * Answers all lines. Returns 0 also if it was stopped, -ENOMEM: there is no memory to begin, or the
 * negative errno of reading or writing (err).
 */
int batch_run(const struct batch_options *options, struct batch_done *ret_done, struct error *err);

#endif
