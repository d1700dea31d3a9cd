/* What a run may use, and why it stopped. */
#ifndef SOLVER_BASE_LIMITS_H
#define SOLVER_BASE_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run_progress;

enum stop_reason {
    STOP_NONE,
    STOP_BUDGET,    /* the question's own max_nodes were expanded */
    STOP_NODES,     /* max_nodes were expanded */
    STOP_TIME,      /* the deadline has passed */
    STOP_INTERRUPT, /* *interrupted became non-zero */
    STOP_MEMORY,    /* what cannot be forgotten fills the memory */
    STOP_UNDECIDED, /* no proof was found, and none that any more nodes would find (unbounded.c) */
    STOP_SOLO,      /* what a player gets alone after a ban is too much work (positions_solo()) */
    STOP_LENGTH,    /* a line grew too long for the counters */
    STOP_UNSCORED,  /* who controls what on a board is not decided (rules/control/control.h) */
    STOP_SAVING,    /* what is proved cannot be kept any more (search/persistence.h) */
    STOP_CANCELLED, /* another search has the answer */
};

struct limits {
    uint64_t max_nodes;             /* of all questions together; 0: no limit */
    double deadline;                /* in seconds of clock_now(); 0: none */
    size_t max_bytes;               /* of all that the search holds */
    const atomic_bool *interrupted; /* may be NULL */
    /* Called now and then with what the run is at (result/progress.h); may be NULL. */
    void (*progress)(const struct run_progress *progress, void *arg);
    void *progress_arg;
    int threads;             /* that may work together; 0: one */
    uint64_t parallel_nodes; /* two of them on one question of at least so many nodes; 0: as many as
                            are worth it */
    bool recording;          /* keep what proved each lemma (record.h) */
    size_t strategies_from;  /* bytes: strategies come before tables that take more; 0: 4 GiB */
};

#endif
