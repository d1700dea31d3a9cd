/* What a count may use, what it did, and why it stopped: for all the engines of this room. */
#ifndef SOLVER_COUNT_RUN_H
#define SOLVER_COUNT_RUN_H

#include "base/limits.h"
#include "count/arena.h"

struct count_store;

struct count_run {
    const struct limits *limits; /* threads, max_bytes, deadline, interrupted, progress count */
    enum arena_measure measure;  /* of lengths */
    bool lengths;                /* games of each length are wanted */
    struct count_store *store;   /* what outlasts the run; may be NULL */

    /* Written by the engine. */
    uint64_t nodes;        /* states that were looked into, with their history */
    uint64_t entries;      /* results that are kept */
    uint64_t bytes;        /* memory that is held */
    enum stop_reason stop; /* why it stopped, where it returned -EINTR */
    uint64_t games_least;  /* of an estimate: what an error takes, where it returned -ENODATA */
    uint32_t steps;        /* count_run_step() was called */
    const char *method;    /* a few words: a constant */
};

/*
 * Must the count stop? Sets run->stop then. Asked every few thousand steps; looks at the clock, and
 * tells the progress: nodes, entries and bytes of run, so far. Of a team of threads only the first
 * one tells.
 */
bool count_run_must_stop(struct count_run *run);

/*
 * The same for short steps of one thread, as in making a graph: asks at one step in a few hundred,
 * and stays with the answer. run may be NULL: then nothing stops.
 */
bool count_run_step(struct count_run *run);

#endif
